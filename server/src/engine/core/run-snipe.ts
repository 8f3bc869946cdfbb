import { neverAborted } from '../../platform/with-timeout.ts'
import { decideStep, GIVEN_BACK_BEFORE_MS, isFarAgain } from './decide-step.ts'
import { isAbsent } from './evidence.ts'
import { finishSnipe } from './finish-snipe.ts'
import { fireBid } from './fire-bid.ts'
import { askForGrant } from './groups/ask-for-grant.ts'
import { isLeaseValid } from './lease.ts'
import { lockIn } from './lock-in.ts'
import type { ReleaseReason } from './ports.ts'
import { callSite } from './site-calls.ts'
import { type SnipeContext, estimateAt } from './snipe-context.ts'
import { type SnipeState, initialState, isUnsent, type Verdict } from './snipe-state.ts'
import { type Timeline, timelineOf } from './timeline.ts'

/**
 * `finished`: the outcome is recorded. `released`: the claim is void, or the engine was asked to release the snipe.
 * `given_back`: the same, and the lock-in is void as well.
 * `lease_expired`: a peer may hold the snipe by now, so this engine does not send it.
 */
export type RunResult = 'finished' | 'released' | 'given_back' | 'lease_expired'

/** Updated by `runSnipe` at every step. */
export type HoldState = {
  /** The snipe cannot be released at the moment. */
  nonInterruptible: boolean
  /** The site has refused the bid so far: whoever holds the snipe now may send it, and this engine only while it does. */
  isBetweenTries: boolean
  /** The site has accepted the bid, or nothing is sent for it: only its result is missing. */
  sent: boolean
  /** The monotonic instant of the shot; infinite once there is none to come. */
  dueAt: number
}

/** A wait is looked at again after so long: the site's clock may have turned out to be another. */
const MAX_WAIT_MS = 1_000

/** Runs one claimed snipe until it is settled or released: decides the next step, does it, and updates the state. */
export async function runSnipe(context: SnipeContext, hold: HoldState): Promise<RunResult> {
  const { engine, resources, snipe } = context
  const { clock } = engine.ports
  await using _resources = resources
  const claimedAt = clock.monotonic()
  let state = initialState(snipe, claimedAt, estimateAt(engine, claimedAt))

  for (;;) {
    const now = clock.monotonic()
    const isConnected = resources.connection?.isOpen ?? false
    state = { ...state, isConnected, pausedUntil: engine.ports.site.pausedUntil() }
    const timeline = timelineFor(context, state, now)
    const step = decideStep(state, timeline, now)
    // Until the new moment the owner may cancel or change the bid again, and a pause or another login keeps it.
    if (step.do !== 'finish' && isFarAgain(state, timeline, now) && isAbsent(state)) return 'given_back'
    const isLost = hold.isBetweenTries && context.stop.reason === ('lost' satisfies ReleaseReason)
    if (context.stop.aborted && (isLost || !hold.nonInterruptible)) return 'released'
    // The end has moved away: the release gives the grant back, so that the group's other bids need not wait.
    const isGrantEarly = state.group?.isGranted && state.bid === 'none' && now < timeline.armAt - GIVEN_BACK_BEFORE_MS
    if (isGrantEarly && !state.lockIn) return 'released'
    // A sent bid cannot be recalled, so the snipe is not released between lock-in and the site's answer. Without an
    // accepted bid it can be released again when the end has moved away or the auction is over.
    const isDue = state.lockIn !== null && isUnsent(state) && now >= timeline.lockInAt && now < timeline.endAt
    // Without its lease this engine cannot send the bid any more, so the next holder need not wait.
    if (isDue && !isLeaseValid(engine.lease(), context.epoch, now)) return 'lease_expired'
    hold.nonInterruptible = step.do === 'lock_in' || step.do === 'fire' || isDue
    hold.isBetweenTries = isDue && state.answers.length > 0 && step.do !== 'fire' && step.do !== 'lock_in'
    hold.sent = state.bid === 'stands' || snipe.onlyReads
    hold.dueAt = state.bid === 'none' ? timeline.fireAt : Infinity
    const stop = hold.nonInterruptible ? neverAborted : context.stop

    switch (step.do) {
      case 'wait':
        await clock.sleepUntil(Math.min(step.until, now + MAX_WAIT_MS), stop).catch(() => {}) // cut short by stop
        continue
      case 'log_in':
      case 'connect':
      case 'read':
        state = await callSite(step.do, context, state, { timeline, stop })
        continue
      case 'ask':
        state = await askForGrant(context, state, timeline)
        continue
      case 'lock_in': {
        const result = await lockIn(context, state, timeline)
        if (result === 'refused') return 'released'
        if (result === 'lease_expired') return result
        state = result
        continue
      }
      case 'fire': {
        const result = await fireBid(context, state, timeline)
        if (result === 'lease_expired') return result
        state = result
        continue
      }
      case 'finish':
        // Whoever may hold the snipe by now may have sent it before the close.
        if (isUnproven(step.verdict, timeline, now) && !isLeaseValid(engine.lease(), context.epoch, now))
          return 'lease_expired'
        await finishSnipe(context, state, step.verdict)
        return 'finished'
    }
  }
}

/** After the close, that this engine has sent nothing counts as much as what the site shows. */
const isUnproven = ({ accepted }: Verdict, { endAt }: Timeline, now: number) => !accepted && now >= endAt

function timelineFor({ engine, snipe }: SnipeContext, state: SnipeState, now: number): Timeline {
  const { bidId, leadMs } = snipe
  const roundTripMs = engine.siteClock.roundTripMs() ?? 0
  return timelineOf(
    { bidId, endsAt: state.endsAt, leadMs, isWaitedFor: snipe.group !== null },
    estimateAt(engine, now),
    roundTripMs / 2,
  )
}
