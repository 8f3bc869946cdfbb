import { type SnipeContext, estimateAt } from './snipe-context.ts'
import { connect } from './connect.ts'
import { decideStep } from './decide-step.ts'
import { type SnipeState, initialState, isLockedIn } from './snipe-state.ts'
import { finishSnipe } from './finish-snipe.ts'
import { fireBid } from './fire-bid.ts'
import { type Doing, onFailure } from './on-failure.ts'
import { lockIn } from './lock-in.ts'
import { logIn } from './log-in.ts'
import { readItem } from './read-item.ts'
import { type Timeline, timelineOf } from './timeline.ts'
import { warm } from './warm.ts'
import { neverAborted } from '../../platform/with-timeout.ts'

/**
 * `finished`: its end is recorded. `let_go`: no longer ours to fire, or we were asked to stop. `distrusted`: others may
 * hold it by now, so nothing more was done.
 */
export type Ending = 'finished' | 'let_go' | 'distrusted'

/** How a snipe is held. `nonInterruptible`: it cannot be let go of now. `sent`: the site has its bid. */
export type HoldState = { nonInterruptible: boolean; sent: boolean }

/** Carries one claimed snipe from arming until it is settled: look at what is known, decide, do, and learn from it. */
export async function runSnipe(context: SnipeContext, hold: HoldState): Promise<Ending> {
  const { engine, resources, snipe } = context
  const { clock } = engine.ports
  await using _gear = resources
  const claimedAt = clock.monotonic()
  let state = initialState(snipe, claimedAt, estimateAt(engine, claimedAt))

  for (;;) {
    const now = clock.monotonic()
    state = { ...state, isConnected: resources.connection?.isOpen ?? false }
    const timeline = timelineFor(context, state, now)
    const step = decideStep(state, timeline, now)
    // A bid cut off on the wire may still land: from lock-in to answer, nobody stops it.
    if (!hold.nonInterruptible && context.stop.aborted) return 'let_go'
    // One that came to nothing, and whose end has moved away since, waits for its moment as before; after the close
    // there is nothing to send.
    const isDue = isLockedIn(state) && state.bid === 'none' && now >= timeline.lockInAt && now < timeline.endAt
    hold.nonInterruptible = step.do === 'lock_in' || isDue
    hold.sent = state.bid === 'stands'
    const stop = hold.nonInterruptible ? neverAborted : context.stop

    switch (step.do) {
      case 'wait':
        await clock.sleepUntil(step.until, stop).catch(() => {}) // cut short by stop
        continue
      case 'log_in':
        state = await attempt(context, state, timeline, step.do, stop, () => logIn(context, state, stop))
        continue
      case 'connect':
        state = await attempt(context, state, timeline, step.do, stop, () => connect(context, state, stop))
        continue
      case 'read':
        state = await attempt(context, state, timeline, step.do, stop, () => readItem(context, state, timeline, stop))
        continue
      case 'warm':
        state = await attempt(context, state, timeline, step.do, stop, () => warm(context, state, timeline, stop))
        continue
      case 'lock_in': {
        const learned = await lockIn(context, state, timeline)
        if (learned === 'refused') return 'let_go'
        if (learned === 'distrusted') return learned
        state = learned
        continue
      }
      case 'fire': {
        const learned = await fireBid(context, state, timeline)
        if (learned === 'distrusted') return learned
        state = learned
        continue
      }
      case 'finish':
        await finishSnipe(context, state, step.verdict)
        return 'finished'
    }
  }
}

/** A call to the site that may fail: then the failure is what was learned. */
async function attempt(
  { engine, snipe }: SnipeContext,
  state: SnipeState,
  timeline: Timeline,
  doing: Doing,
  stop: AbortSignal,
  work: () => Promise<SnipeState>,
): Promise<SnipeState> {
  const { clock, emit } = engine.ports
  try {
    return await work()
  } catch (error) {
    if (stop.aborted) return state
    emit({ kind: 'site_failed', bidId: snipe.bidId, doing, error })
    return onFailure(state, { doing, error }, timeline, clock.monotonic())
  }
}

function timelineFor({ engine, snipe }: SnipeContext, state: SnipeState, now: number): Timeline {
  const { bidId, leadMs } = snipe
  const roundTripMs = engine.latencyEstimator.roundTripMs() ?? 0
  // Only the item itself says for certain when it ends; until it has, the nearer end is the one not to miss.
  const endsAt = Math.min(state.endsAt, state.shownEndsAt)
  return timelineOf({ bidId, endsAt, leadMs }, estimateAt(engine, now), roundTripMs / 2)
}
