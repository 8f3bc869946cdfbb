import { type Facts, isLockedIn, missedBecause, type Verdict } from './facts.ts'
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
export function decideStep(facts: Facts, timeline: Timeline, now: number): Step {
  if (facts.verdict) return { do: 'finish', verdict: facts.verdict }
  switch (facts.bid) {
    case 'stands':
      return isWithdrawn(facts, timeline) ? finish('withdrawn', facts) : readFrom(timeline.settleAt, facts, now)
    case 'in_doubt':
      return isWithdrawn(facts, timeline) ? finish('withdrawn', facts) : readFrom(nextProof(facts), facts, now)
    case 'none':
      return facts.refusals >= REFUSALS_BELIEVED ? finish('login_refused', facts) : decideShot(facts, timeline, now)
  }
}

/** Until the close an item may come back: a page that is missing for seconds costs nobody a bid. */
const isWithdrawn = ({ missing }: Facts, { endAt }: Timeline) =>
  missing !== null && missing.to >= Math.max(endAt, missing.from + WITHDRAWN_AFTER_MS)

/** Once at once, since seeing the bid settles it; then when not seeing it means that it is not there. */
const nextProof = ({ readAt, doubtSince }: Facts) =>
  readAt === null || readAt < doubtSince ? doubtSince : doubtSince + PROOF_AFTER_MS

function readFrom(instant: number, facts: Facts, now: number): Step {
  const from = Math.max(instant, facts.notBefore)
  if (now < from) return { do: 'wait', until: from }
  // A login that is refused for good still leaves what everybody can see: the final price.
  return facts.loggedIn || facts.refusals >= REFUSALS_BELIEVED ? { do: 'read' } : { do: 'log_in' }
}

function decideShot(facts: Facts, timeline: Timeline, now: number): Step {
  const { price, snipe, leads } = facts
  if (price && price.currentCents > snipe.maximum) return finish('price_past_maximum', facts)
  if (price && price.minimumCents > snipe.maximum && !leads) return finish('below_next_bid', facts)
  if (now >= timeline.endAt) return decideTooLate(facts, timeline, now)
  return prepare(facts, timeline, now) ?? shoot(facts, timeline, now)
}

/** The next thing that a snipe needs before its shot; null when it has what it can get. */
function prepare(facts: Facts, timeline: Timeline, now: number): Step | null {
  const { loggedIn, isConnected, failures, notBefore, readAt, warmedAt } = facts
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
  const isLightReadsTurn = facts.isLightReadNext && now >= timeline.warmFrom && now < lastWarm
  if (isStale && !isLightReadsTurn) return { do: 'read' }
  if (warmedAt === null || isLightReadsTurn) return { do: 'warm' }

  const nextWarm = Math.max(timeline.warmFrom, warmedAt + WARM_EVERY_MS)
  if (now >= nextWarm && now < lastWarm) return { do: 'warm' }
  const next = [timeline.rereadAt, nextWarm < lastWarm ? nextWarm : Infinity, timeline.lockInAt]
  return { do: 'wait', until: Math.min(...next.filter((instant) => instant > now)) }
}

function shoot(facts: Facts, timeline: Timeline, now: number): Step {
  if (!isLockedIn(facts)) return { do: 'lock_in' }
  // Asked to wait beyond the close, it waits for that: the end may move.
  return now < facts.resendAt ? { do: 'wait', until: Math.min(facts.resendAt, timeline.endAt) } : { do: 'fire' }
}

/** After the close by our reckoning: the site is asked once more, for its end may have moved. */
function decideTooLate(facts: Facts, timeline: Timeline, now: number): Step {
  const askedSince = facts.readAt !== null && facts.readAt >= timeline.endAt
  const isGivenUp = facts.failures > 0 && now >= timeline.endAt + GIVE_UP_AFTER_MS
  if (askedSince || isGivenUp) {
    return finish(isWithdrawn(facts, timeline) ? 'withdrawn' : missedBecause(facts), facts)
  }
  return now < facts.notBefore ? { do: 'wait', until: facts.notBefore } : { do: 'read' }
}

function finish(outcome: Verdict['outcome'], facts: Facts): Step {
  const words = outcome === 'login_refused' ? facts.refusalWords : ''
  const taken = facts.bid === 'stands'
  return { do: 'finish', verdict: { outcome, taken, priceCents: facts.price?.currentCents ?? null, words } }
}
