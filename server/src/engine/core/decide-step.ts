import { type SnipeState, isLockedIn, missedBecause, type Verdict } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

/** The one thing to do next about a snipe. */
export type Step =
  | { do: 'wait'; until: number }
  | { do: 'log_in' }
  | { do: 'connect' }
  | { do: 'read' }
  | { do: 'warm' }
  | { do: 'lock_in' }
  | { do: 'fire' }
  | { do: 'finish'; verdict: Verdict }

/** The site's page may show bids this much late, with a margin. */
export const STATUS_LAG_MS = 3_250
/** A bid of which nothing was heard may be under way for a second more, and be shown late on top of it. */
export const PROOF_AFTER_MS = STATUS_LAG_MS + 1_000
/** How often the connection is kept warm in the last seconds. */
const WARM_EVERY_MS = 3_000
/** No light read is begun so late that it could still be under way when it is time to lock in. */
const WARM_LEAVES_MS = 1_000
/** What a reading teaches about the clock may move the moment of the last one past it. */
const REREAD_SLACK_MS = 1_000
/** A refused log-in is believed the second time. */
export const REFUSALS_BELIEVED = 2
/** How long after the close a site that does not answer is asked whether the auction really is over. */
const GIVE_UP_AFTER_MS = 60_000
/** A site that has lost an item is believed when the close has passed, and it has said nothing else for so long. */
const WITHDRAWN_AFTER_MS = 120_000

/**
 * What to do about a snipe at this instant. Pure: it is asked again after every step. Late and overdue are no special
 * cases: whatever should have happened by now happens now, in order, until the auction is over.
 */
export function decideStep(state: SnipeState, timeline: Timeline, now: number): Step {
  if (state.verdict) return { do: 'finish', verdict: state.verdict }
  switch (state.bid) {
    case 'stands':
      return isWithdrawn(state, timeline) ? finish('withdrawn', state) : readFrom(timeline.settleAt, state, now)
    case 'outcome_unknown':
      return isWithdrawn(state, timeline) ? finish('withdrawn', state) : readFrom(nextProof(state), state, now)
    case 'none':
      return state.refusals >= REFUSALS_BELIEVED ? finish('login_refused', state) : decideShot(state, timeline, now)
  }
}

/** Until the close an item may come back: a page that is missing for seconds costs nobody a bid. */
const isWithdrawn = ({ missing }: SnipeState, { endAt }: Timeline) =>
  missing !== null && missing.to >= Math.max(endAt, missing.from + WITHDRAWN_AFTER_MS)

/** Once at once, since seeing the bid settles it; then when not seeing it means that it is not there. */
const nextProof = ({ readAt, uncertainSince }: SnipeState) =>
  readAt === null || readAt < uncertainSince ? uncertainSince : uncertainSince + PROOF_AFTER_MS

function readFrom(instant: number, state: SnipeState, now: number): Step {
  const from = Math.max(instant, state.notBefore)
  if (now < from) return { do: 'wait', until: from }
  // A login that is refused for good still leaves what everybody can see: the final price.
  return state.loggedIn || state.refusals >= REFUSALS_BELIEVED ? { do: 'read' } : { do: 'log_in' }
}

function decideShot(state: SnipeState, timeline: Timeline, now: number): Step {
  const { price, snipe, leads } = state
  if (price && price.currentCents > snipe.maximum) return finish('price_past_maximum', state)
  if (price && price.minimumCents > snipe.maximum && !leads) return finish('below_next_bid', state)
  if (now >= timeline.endAt) return decideTooLate(state, timeline, now)
  return prepare(state, timeline, now) ?? shoot(state, timeline, now)
}

/** The next thing that a snipe needs before its shot; null when it has what it can get. */
function prepare(state: SnipeState, timeline: Timeline, now: number): Step | null {
  const { loggedIn, isConnected, failures, notBefore, readAt, warmedAt } = state
  if (now < timeline.armAt) return { do: 'wait', until: timeline.armAt }
  // Without a login and a connection nothing can be sent, so they are tried for until the close.
  if (!loggedIn || !isConnected) {
    if (now < notBefore) return { do: 'wait', until: notBefore }
    return { do: loggedIn ? 'connect' : 'log_in' }
  }
  // The shot needs nothing else: from the moment of locking in, a first look is tried for once, and no more.
  if (now >= timeline.lockInAt) return readAt === null && failures === 0 ? { do: 'read' } : null
  if (now < notBefore) return { do: 'wait', until: Math.min(notBefore, timeline.lockInAt) }
  const isStale = readAt === null || (now >= timeline.rereadAt && readAt < timeline.rereadAt - REREAD_SLACK_MS)
  const lastWarm = timeline.lockInAt - WARM_LEAVES_MS
  // While the page fails, a light read may still show the price and a nearer end: they take turns.
  const isLightReadsTurn = state.isLightReadNext && now >= timeline.warmFrom && now < lastWarm
  if (isStale && !isLightReadsTurn) return { do: 'read' }
  if (warmedAt === null || isLightReadsTurn) return { do: 'warm' }

  const nextWarm = Math.max(timeline.warmFrom, warmedAt + WARM_EVERY_MS)
  if (now >= nextWarm && now < lastWarm) return { do: 'warm' }
  const next = [timeline.rereadAt, nextWarm < lastWarm ? nextWarm : Infinity, timeline.lockInAt]
  return { do: 'wait', until: Math.min(...next.filter((instant) => instant > now)) }
}

function shoot(state: SnipeState, timeline: Timeline, now: number): Step {
  if (!isLockedIn(state)) return { do: 'lock_in' }
  // Asked to wait beyond the close, it waits for that: the end may move.
  return now < state.resendAt ? { do: 'wait', until: Math.min(state.resendAt, timeline.endAt) } : { do: 'fire' }
}

/** After the close by our reckoning: the site is asked once more, for its end may have moved. */
function decideTooLate(state: SnipeState, timeline: Timeline, now: number): Step {
  const askedSince = state.readAt !== null && state.readAt >= timeline.endAt
  const isGivenUp = state.failures > 0 && now >= timeline.endAt + GIVE_UP_AFTER_MS
  if (askedSince || isGivenUp) {
    return finish(isWithdrawn(state, timeline) ? 'withdrawn' : missedBecause(state), state)
  }
  return now < state.notBefore ? { do: 'wait', until: state.notBefore } : { do: 'read' }
}

function finish(outcome: Verdict['outcome'], state: SnipeState): Step {
  const siteMessage = outcome === 'login_refused' ? state.refusalMessage : ''
  const accepted = state.bid === 'stands'
  return { do: 'finish', verdict: { outcome, accepted, priceCents: state.price?.currentCents ?? null, siteMessage } }
}
