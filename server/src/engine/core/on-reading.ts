import type { ItemReading } from '../../marketplace/marketplace.ts'
import { MAX_LOGIN_REFUSALS } from './decide-step.ts'
import { findPlacedBid, proofOf, provesRefusal } from './evidence.ts'
import { type EngineOutcome, type SnipeState, unsentOutcome } from './snipe-state.ts'

/** A proof that contradicts an accepted bid is believed after so many readings. */
const MIN_CONTRADICTIONS = 3
/** The pause after the first inconclusive reading, doubled after each further one. */
const REREAD_PAUSE_MS = 1_500
/** The pause is a share of the time since the close, also for an engine that has read only a few times. */
const SHARE_OF_TIME_SINCE_CLOSE = { least: 0.05, most: 0.5 }
const MAX_REREAD_PAUSE_MS = 7_200_000
/** After so many readings without a result, some ten seconds after the close, the owner is told. */
const MAX_SILENT_READINGS = 3
/** An end that moves by less is no early close. */
const END_ROUNDING_MS = 2_000

/** The state after a reading of the item's page. Pure. */
export function onItemRead(state: SnipeState, reading: ItemReading): SnipeState {
  const { siteTime, resolutionMs, sentAt } = reading.clock
  // An early close is the new end: later steps count from it.
  const endsAt = reading.closed ? Math.min(state.endsAt, siteTime) : reading.endsAt
  // The true time may be up to `resolutionMs` later than the stamp.
  const isClosedAhead = siteTime + resolutionMs <= state.endsAt
  const isEndEarlier = !reading.endsAtAmbiguous && reading.endsAt < state.endsAt - END_ROUNDING_MS
  const learned: SnipeState = {
    ...state,
    endsAt,
    price: { currentCents: reading.currentPriceCents, minimumCents: reading.minimumBidCents },
    leads: reading.standing?.leads ?? false,
    ownBidsBefore: state.mayHaveBeenSent ? state.ownBidsBefore : (reading.standing?.ownBids ?? state.ownBidsBefore),
    readAt: sentAt,
    failures: 0,
    fault: null,
    nextTryAt: -Infinity,
    missing: null,
    endedEarly: state.endedEarly || (reading.closed && (isClosedAhead || isEndEarlier)),
    // A page with the bidder's standing proves that the token works.
    needsFreshLogin: state.needsFreshLogin && reading.standing === null,
  }
  switch (state.bid) {
    case 'none':
      return onPageOfUnsentBid(learned, reading)
    case 'outcome_unknown':
      return onPageOfUncertainBid(learned, reading)
    case 'stands':
      return onPageOfPlacedBid(learned, reading)
  }
}

function onPageOfUnsentBid(state: SnipeState, reading: ItemReading): SnipeState {
  if (state.isLate && findPlacedBid(state, reading)) return onPageOfPlacedBid({ ...state, bid: 'stands' }, reading)
  if (!reading.closed) return state
  if (state.isLate) return judge({ ...state, bid: 'outcome_unknown' }, reading)
  return conclude(state, state.endedEarly ? 'ended_early' : unsentOutcome(state))
}

function onPageOfUncertainBid(state: SnipeState, reading: ItemReading): SnipeState {
  if (findPlacedBid(state, reading)) return onPageOfPlacedBid({ ...state, bid: 'stands' }, reading)
  if (reading.closed) return judge(state, reading)
  if (provesRefusal(state, reading)) {
    const isPast = reading.currentPriceCents > state.snipe.maximum
    return conclude(state, state.refusal?.outcome ?? (isPast ? 'price_past_maximum' : 'below_next_bid'))
  }
  return isPastEnd(state, reading) ? readAgain(state, reading) : state
}

function onPageOfPlacedBid(state: SnipeState, reading: ItemReading): SnipeState {
  if (reading.closed) return judge(state, reading)
  return isPastEnd(state, reading) ? readAgain(state, reading) : state
}

const isPastEnd = ({ endsAt }: SnipeState, { clock }: ItemReading) => clock.siteTime >= endsAt

/** After the close: ends the snipe if the page proves how, else reads again. */
function judge(state: SnipeState, reading: ItemReading): SnipeState {
  const proof = proofOf(state, reading)
  if (proof === null) return readAgain(state, reading)
  if (!proof.isOdd) return conclude(state, proof.outcome)
  const contradictions = state.contradictions + 1
  if (contradictions < MIN_CONTRADICTIONS) return readAgain({ ...state, contradictions }, reading)
  return conclude(state, proof.outcome)
}

function readAgain(state: SnipeState, { clock, closed }: ItemReading): SnipeState {
  const sinceCloseMs = clock.siteTime - state.endsAt
  const { least, most } = SHARE_OF_TIME_SINCE_CLOSE
  const growingMs = Math.min(REREAD_PAUSE_MS * 2 ** state.inconclusive, sinceCloseMs * most)
  const pauseMs = Math.max(REREAD_PAUSE_MS, growingMs, sinceCloseMs * least)
  // Allows one more login before the next anonymous reading: the user may have corrected the password.
  const loginRefusals = Math.min(state.loginRefusals, MAX_LOGIN_REFUSALS - 1)
  const nextTryAt = clock.receivedAt + Math.min(pauseMs, MAX_REREAD_PAUSE_MS)
  const inconclusive = state.inconclusive + 1
  const isResultLate = state.isResultLate || (closed && inconclusive >= MAX_SILENT_READINGS)
  return { ...state, loginRefusals, inconclusive, isResultLate, nextTryAt }
}

function conclude(state: SnipeState, outcome: EngineOutcome): SnipeState {
  const siteMessage = state.refusal?.outcome === outcome ? state.refusal.siteMessage : ''
  const accepted = state.bid === 'stands'
  return { ...state, verdict: { outcome, accepted, priceCents: state.price?.currentCents ?? null, siteMessage } }
}
