import { GROUP } from '@bidwell/contract'
import { AGREEMENT_MS } from './evidence.ts'
import { resendAt } from './resend-at.ts'
import {
  type EngineOutcome,
  type SnipeState,
  heldBy,
  isHeldByGroup,
  isUnsent,
  unsentOutcome,
  type Verdict,
  verdictOf,
} from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

/** The next thing to do for a snipe. */
export type Step =
  | { do: 'wait'; until: number }
  | { do: 'log_in' }
  | { do: 'connect' }
  | { do: 'read' }
  | { do: 'ask' }
  | { do: 'lock_in' }
  | { do: 'fire' }
  | { do: 'finish'; verdict: Verdict }

/** A snipe that is taken over this close to its moment may have been sent, unless its holder's journal was replayed. */
export const SUSPECT_BEFORE_MS = 3_000
/** The interval between readings in the last seconds. They keep the connection warm, and sample the site's clock. */
const READ_INTERVAL_MS = 3_000
/** The last reading begins this long before lock-in, so that it does not delay lock-in. */
const LAST_READ_BEFORE_LOCK_IN_MS = 1_000
/**
 * A bid that is held back at its moment is read again after this share of the time to the close: it is still sent when
 * the price falls. A site that asks for a pause beyond the close is read once more, `lastMs` before the close.
 */
const HELD_READ = { share: 0.1, leastMs: 1_000, lastMs: 1_500 }
/** A reading this close before the planned re-reading counts as the re-reading: new clock samples may move the plan. */
const REREAD_SLACK_MS = 1_000
/** Between two questions to the group, before the moment of the bid and after it. */
const ASK_INTERVAL_MS = { before: 1_000, late: 250 }
const PROOF_READ_AFTER_MS = 2_000
/** After so many refused logins in a row, nothing is sent until one works. */
export const MAX_LOGIN_REFUSALS = 2
/** While no page shows whether a bid stands, the site is asked for this share of the time to the close. */
const MAX_ASKING_SHARE = 0.5
/** While pages do not prove that a bid has not arrived, and its moment is far away, the pause grows with the time. */
const PROOF_PAUSE = { share: 0.1, leastMs: 10_000 }
/** How long after the close a site that shows no closed page is asked for it. */
const MAX_ASK_PAST_END_MS = 300_000
/** How much later than usual a result is looked at first, while the site asks for a pause. */
const MAX_RESULT_WAIT_MS = 60_000
/** How long after the close the site is asked how a bid ended. */
const MAX_ASK_FOR_RESULT_MS = 7 * 86_400_000
/** A moment that is so much farther away voids what was asked for before: the grant of the group, and the lock-in. */
export const GIVEN_BACK_BEFORE_MS = 20_000
/** An item that has been missing for this long, and past the close, counts as withdrawn. */
const WITHDRAWN_AFTER_MS = 120_000

/** The next step at this instant. Pure. A late snipe does all overdue steps at once, in order, until the close. */
export function decideStep(state: SnipeState, timeline: Timeline, now: number): Step {
  if (state.verdict) return { do: 'finish', verdict: state.verdict }
  const isRefused = isLoginRefused(state)
  // A process that left no record may have sent a late bid: neither a missing login nor a silent site shows that none has.
  const mayStand = !isUnsent(state) || (state.bid === 'suspected' && (isRefused || now >= timeline.endAt))
  if (!mayStand && isRefused) {
    // The owner may store another login before the close.
    if (now < timeline.endAt) return openFrom(state.nextTryAt, timeline, now, { do: 'log_in' })
    return finish(state.refusedLogins.outcome, state)
  }
  // The site's own record of a sale is above what any page shows.
  if (state.order) return finish('won', state)
  if (isWithdrawn(state, timeline)) return finish('withdrawn', state)
  if (!mayStand && now >= timeline.endAt) return decideTooLate(state, timeline, now)
  if (!mayStand) return ask(state, timeline, now) ?? prepare(state, timeline, now) ?? shoot(state, timeline, now)
  if (now >= timeline.endAt + MAX_ASK_FOR_RESULT_MS) return finish('unresolved', state)
  if (state.bid !== 'stands') return decideUncertain(state, timeline, now)
  const provenFrom = proofReadFrom(state, timeline)
  if (provenFrom !== null) return readFrom(provenFrom, state, now)
  // The result can wait a little for a site that asks for a pause, maybe because of another item.
  const askedUntil = Math.min(
    Math.max(state.pausedUntil, state.retryAfterUntil),
    timeline.settleAt + MAX_RESULT_WAIT_MS,
  )
  return readFrom(Math.max(timeline.settleAt, askedUntil), state, now)
}

/** The next question to the group; null while none is due. Shortly before the close nothing is sent for a late grant. */
function ask(state: SnipeState, { armAt, fireAt, endAt }: Timeline, now: number): Step | null {
  if (!isHeldByGroup(state) || now < armAt || now >= endAt - GROUP.lateUntilMs) return null
  return now >= nextAskAt(state, fireAt, now) ? { do: 'ask' } : null
}

const nextAskAt = ({ group }: SnipeState, fireAt: number, now: number) =>
  (group?.askedAt ?? -Infinity) + (now < fireAt ? ASK_INTERVAL_MS.before : ASK_INTERVAL_MS.late)

/** Other bids of the group may wait for the proof that this one is lost: the page soon after the sending may show it. */
function proofReadFrom({ group, answers, readAt }: SnipeState, { endAt }: Timeline): number | null {
  const answeredAt = answers.at(-1)?.receivedAt
  if (group === null || answeredAt === undefined) return null
  const from = answeredAt + PROOF_READ_AFTER_MS
  return (readAt ?? -Infinity) < from && from < endAt ? from : null
}

const isLoginRefused = ({ refusedLogins }: SnipeState) => refusedLogins.times >= MAX_LOGIN_REFUSALS

/** Before the close a missing item does not end a snipe: its page may come back. */
const isWithdrawn = ({ missing }: SnipeState, { endAt }: Timeline) =>
  missing !== null && missing.to >= Math.max(endAt, missing.from + WITHDRAWN_AFTER_MS)

/**
 * The bid may stand at the site. If neither the page nor the account's list shows it, the same maximum is sent again: a
 * second bid of the same maximum costs nothing. While the site shows no page, half of the time is spent on asking.
 */
function decideUncertain(state: SnipeState, timeline: Timeline, now: number): Step {
  const { readAt, uncertainSince, absentFrom } = state
  const isSeen = readAt !== null && readAt >= uncertainSince
  const unseenUntil = uncertainSince + (timeline.endAt - uncertainSince) * MAX_ASKING_SHARE
  const isOpen = now < timeline.endAt && state.refusal === null
  const isRefused = isLoginRefused(state)
  if (isOpen && isFarAgain(state, timeline, now)) {
    if (!isSeen) return readFrom(uncertainSince, state, now)
    const pauseMs = Math.max(PROOF_PAUSE.leastMs, (readAt - uncertainSince) * PROOF_PAUSE.share)
    return readFrom(absentFrom === null ? readAt + pauseMs : absentFrom + AGREEMENT_MS, state, now)
  }
  if (isOpen && !isRefused && (isSeen || now >= unseenUntil))
    return prepare(state, timeline, now) ?? shoot(state, timeline, now)
  // The owner may store another login before the close.
  if (isOpen && isRefused && isSeen) return openFrom(state.nextTryAt, timeline, now, { do: 'log_in' })
  return readFrom(isSeen ? timeline.settleAt : uncertainSince, state, now)
}

/** The end has moved far away since the lock-in. */
export const isFarAgain = ({ lockIn, refusal }: SnipeState, { lockInAt }: Timeline, now: number): boolean =>
  lockIn !== null && refusal === null && now < lockInAt - GIVEN_BACK_BEFORE_MS

/** With logins refused for good, the anonymous page still shows the final price. */
const readFrom = (instant: number, state: SnipeState, now: number): Step =>
  stepFrom(Math.max(instant, state.nextTryAt), now, {
    do: state.loggedIn || isLoginRefused(state) ? 'read' : 'log_in',
  })

const stepFrom = (instant: number, now: number, then: Step): Step =>
  now < instant ? { do: 'wait', until: instant } : then

/** A wait beyond the close ends at the close: the end may have moved. */
const openFrom = (instant: number, { endAt }: Timeline, now: number, then: Step): Step =>
  now < instant ? { do: 'wait', until: Math.min(instant, endAt) } : then

/** The next thing that a snipe needs before its shot; null when it is as prepared as it can be. */
function prepare(state: SnipeState, timeline: Timeline, now: number): Step | null {
  const { loggedIn, isConnected, failures, nextTryAt, readAt } = state
  if (now < timeline.armAt) return { do: 'wait', until: timeline.armAt }
  if (now < timeline.rereadAt) return arm(state, timeline, now)
  // Without a login and a connection nothing can be sent, so both are retried until the close.
  if (!loggedIn || !isConnected) return stepFrom(nextTryAt, now, { do: loggedIn ? 'connect' : 'log_in' })
  // The shot needs nothing else: after the time to lock in, an item that was never read is read once, and not retried.
  if (now >= timeline.lockInAt) return readAt === null && failures === 0 ? { do: 'read' } : null
  // The bid could be sent as it is, so its reads wait for as long as the site asks.
  const readsFrom = Math.max(nextTryAt, state.retryAfterUntil)
  if (now < readsFrom) return { do: 'wait', until: Math.min(readsFrom, timeline.lockInAt) }
  if (readAt === null || readAt < timeline.rereadAt - REREAD_SLACK_MS) return { do: 'read' }
  const nextReadAt = Math.max(timeline.warmFrom, readAt + READ_INTERVAL_MS)
  const lastReadAt = timeline.lockInAt - LAST_READ_BEFORE_LOCK_IN_MS
  const wasLastRead = Math.max(now, nextReadAt) >= lastReadAt
  return wasLastRead ? { do: 'wait', until: timeline.lockInAt } : stepFrom(nextReadAt, now, { do: 'read' })
}

/**
 * The login and the first reading, both with time to spare: they wait while the site asks for a pause. After a pause of
 * all reads, snipes spread over the time that is left.
 */
function arm(state: SnipeState, { rereadAt, place }: Timeline, now: number): Step {
  const { loggedIn, readAt, nextTryAt, pausedUntil, retryAfterUntil } = state
  const pauseEnd = pausedUntil > now ? pausedUntil + Math.max(0, rereadAt - pausedUntil) * place : now
  const from = Math.min(Math.max(nextTryAt, retryAfterUntil, pauseEnd), rereadAt)
  if (now < from) return { do: 'wait', until: from }
  if (!loggedIn) return { do: 'log_in' }
  return readAt === null ? { do: 'read' } : { do: 'wait', until: rereadAt }
}

function shoot(state: SnipeState, timeline: Timeline, now: number): Step {
  if (heldBy(state) !== null) return readOn(state, timeline, now)
  if (isHeldByGroup(state)) return stayWarm(state, timeline, now)
  if (!state.lockIn) return { do: 'lock_in' }
  return openFrom(resendAt(state.answers, timeline.lastTryAt), timeline, now, { do: 'fire' })
}

/** The bid may still go out, later than planned: its connection and its price stay fresh between the questions. */
function stayWarm(state: SnipeState, timeline: Timeline, now: number): Step {
  const readFromAt = Math.max((state.readAt ?? -Infinity) + READ_INTERVAL_MS, state.nextTryAt, state.retryAfterUntil)
  if (now >= readFromAt && now < timeline.endAt - GROUP.lateUntilMs) return { do: 'read' }
  return openFrom(Math.min(readFromAt, nextAskAt(state, timeline.fireAt, now)), timeline, now, {
    do: 'wait',
    until: timeline.endAt,
  })
}

function readOn({ readAt, nextTryAt, retryAfterUntil }: SnipeState, timeline: Timeline, now: number): Step {
  const pauseMs = Math.max(HELD_READ.leastMs, (timeline.endAt - now) * HELD_READ.share)
  const askedUntil = Math.min(retryAfterUntil, timeline.endAt - HELD_READ.lastMs)
  return openFrom(Math.max((readAt ?? -Infinity) + pauseMs, nextTryAt, askedUntil), timeline, now, { do: 'read' })
}

/**
 * After the planned end the item is read until its page says that it is closed: the end may have moved, the site's clock
 * may be a little later, and the last word on an unsent bid is that page's.
 */
function decideTooLate(state: SnipeState, timeline: Timeline, now: number): Step {
  const readAt = state.readAt ?? -Infinity
  const isAsked = state.failures > 0 || readAt >= timeline.endAt
  if (isAsked && now >= timeline.endAt + MAX_ASK_PAST_END_MS)
    return finish(heldBy(state) ?? unsentOutcome(state), state)
  return stepFrom(Math.max(state.nextTryAt, readAt + HELD_READ.leastMs), now, { do: 'read' })
}

const finish = (outcome: EngineOutcome, state: SnipeState): Step => ({
  do: 'finish',
  verdict: verdictOf(state, outcome),
})
