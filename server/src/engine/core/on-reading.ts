import type { ItemReading } from '../../marketplace/marketplace.ts'
import { MAX_LOGIN_REFUSALS } from './decide-step.ts'
import {
  AGREEMENT_MS,
  findPlacedBid,
  highestOwnMaximum,
  LEAD_CURRENT_AFTER_MS,
  PAGE_CURRENT_AFTER_MS,
  resultOn,
} from './evidence.ts'
import { type SnipeState, conclude, heldBy, isUnsent, mayHaveBeenSent, unsentOutcome } from './snipe-state.ts'

/** An auction counts as closed ahead of time once so many pages in a row say so. */
const MIN_CLOSED_AHEAD = 3
/** The pause after a reading without a result, as a share of the time since the close. */
const REREAD_PAUSE = { share: 0.2, leastMs: 1_500, mostMs: 7_200_000 }
/** The owner is notified when no reading shows the result so long after the close. */
export const MAX_SILENCE_MS = 10_000
/** An older page does not tell what held a bid back at the close. */
const MAX_HELD_AGE_MS = 10_000
/** An end that moves by less is no early close. */
const END_ROUNDING_MS = 2_000
/** An end that moves by more counts from the second page in a row: one page may be wrong. */
const MAX_SUDDEN_MOVE_MS = 60_000

/** The state after a reading of the item's page. Pure. */
export function onItemRead(before: SnipeState, reading: ItemReading): SnipeState {
  const { siteTime, resolutionMs, sentAt } = reading.clock
  // The true time may be up to `resolutionMs` later.
  const knownEnd = Math.max(before.endsAt, reading.endsAt)
  const isClosedAhead = reading.closed && siteTime + resolutionMs <= knownEnd
  const closedAhead = isClosedAhead ? before.closedAhead + 1 : 0
  const isClosed = reading.closed && (!isClosedAhead || closedAhead >= MIN_CLOSED_AHEAD)
  const isEndEarlier = !reading.endsAtAmbiguous && reading.endsAt < before.endsAt - END_ROUNDING_MS
  // Once an early close counts, it is the new end, from which later steps reckon.
  const earlyEnd = isClosed ? siteTime : knownEnd
  const endOfClosed = isClosedAhead ? earlyEnd : before.endsAt
  const isMovedFar = !reading.closed && Math.abs(reading.endsAt - before.endsAt) > MAX_SUDDEN_MOVE_MS
  const isEndDoubtful = isMovedFar && !before.isEndDoubtful
  const learned: SnipeState = {
    ...before,
    endsAt: reading.closed ? endOfClosed : isEndDoubtful ? before.endsAt : reading.endsAt,
    isEndDoubtful,
    price: {
      currentCents: reading.currentPriceCents,
      minimumCents: reading.minimumBidCents,
      leads: reading.standing?.leads ?? false,
    },
    // What a page of the closed auction has shown of a bid made by hand stands, also once no login works.
    ownMaximumCents: isClosed ? highestOwnMaximum(before, reading.standing) : before.ownMaximumCents,
    ownBidsBefore: (mayHaveBeenSent(before) ? null : reading.standing?.ownBids) ?? before.ownBidsBefore,
    // The page is asked for again at once.
    readAt: isEndDoubtful ? before.readAt : sentAt,
    failures: 0,
    obstacle: null,
    nextTryAt: -Infinity,
    missing: null,
    closedAhead,
    absentFrom: showsAbsence(before, reading) ? (before.absentFrom ?? reading.clock.receivedAt) : null,
    endedEarly: before.endedEarly || (isClosed && (isClosedAhead || isEndEarlier)),
    // A page with the bidder's standing proves that the token works.
    needsFreshLogin: before.needsFreshLogin && reading.standing === null,
  }
  const isFound = learned.bid !== 'stands' && findPlacedBid(learned, reading) !== null
  const state: SnipeState = isFound ? { ...learned, bid: 'stands' } : learned
  if (isClosed) return isUnsent(state) ? onCloseOfUnsentBid(before, state, reading) : judge(state, reading)
  return !isUnsent(state) && siteTime >= state.endsAt ? readAgain(state, reading) : state
}

/** As after the close, an absence counts on a page that was made late enough, and that shows another leader or no bid. */
function showsAbsence({ uncertainSince }: SnipeState, { closed, standing, bidCount, clock }: ItemReading): boolean {
  const isCurrent = !closed && clock.receivedAt - clock.resolutionMs >= uncertainSince + PAGE_CURRENT_AFTER_MS
  return isCurrent && standing !== null && (standing.otherLeads || bidCount === 0)
}

/** What held the bid back counts as it was before the close. */
function onCloseOfUnsentBid(before: SnipeState, state: SnipeState, reading: ItemReading): SnipeState {
  // Too low may mean that the owner leads with a bid made by hand.
  const mayLead = state.answers.some(({ kind }) => kind === 'too_low')
  if (state.bid === 'suspected' || mayLead) return judge({ ...state, bid: 'outcome_unknown' }, reading)
  if (state.endedEarly) return conclude(state, 'ended_early')
  const isPast = reading.currentPriceCents > state.snipe.maximum
  const { sentAt, resolutionMs } = reading.clock
  const isOld = sentAt + resolutionMs - (before.readAt ?? -Infinity) > MAX_HELD_AGE_MS
  const held = heldBy(isOld ? { ...before, price: null } : before)
  return conclude(state, isPast ? 'price_past_maximum' : (held ?? unsentOutcome(before)))
}

/** After the close: ends the snipe once readings agree how, else reads again. */
function judge(state: SnipeState, reading: ItemReading): SnipeState {
  const { siteTime, receivedAt } = reading.clock
  const outcome = resultOn(state, reading)
  if (outcome === null) return readAgain({ ...state, agreed: null }, reading)
  // The monotonic clock: the site's time is known more or less well from one reading to the next.
  const agreed = state.agreed?.outcome === outcome ? state.agreed : { outcome, since: receivedAt }
  const currentInMs = state.price?.leads ? state.endsAt + LEAD_CURRENT_AFTER_MS - siteTime : 0
  const provenInMs = Math.max(agreed.since + AGREEMENT_MS - receivedAt, currentInMs)
  return provenInMs <= 0 ? conclude(state, outcome) : readAgain({ ...state, agreed }, reading, provenInMs)
}

/** `provenInMs`: after so long, a reading that agrees is a proof. */
function readAgain(state: SnipeState, { clock, closed }: ItemReading, provenInMs = Infinity): SnipeState {
  const sinceCloseMs = clock.siteTime - state.endsAt
  const { share, leastMs, mostMs } = REREAD_PAUSE
  const pauseMs = Math.max(leastMs, Math.min(sinceCloseMs * share, mostMs, provenInMs))
  // Allows one more login before the next anonymous reading: the user may have corrected the password.
  const times = Math.min(state.refusedLogins.times, MAX_LOGIN_REFUSALS - 1)
  const refusedLogins = { ...state.refusedLogins, times }
  const isSilent = closed && sinceCloseMs >= MAX_SILENCE_MS
  const resultNote = closed && state.price?.leads ? 'led' : (state.resultNote ?? (isSilent ? 'not_shown' : null))
  return { ...state, refusedLogins, resultNote, nextTryAt: clock.receivedAt + pauseMs }
}
