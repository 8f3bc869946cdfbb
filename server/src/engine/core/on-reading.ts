import type { ItemReading } from '../../marketplace/marketplace.ts'
import { MAX_LOGIN_REFUSALS } from './decide-step.ts'
import { AGREEMENT_MS, findPlacedBid, LEAD_CURRENT_AFTER_MS, resultOn } from './evidence.ts'
import { type EngineOutcome, type SnipeState, heldBy, lastMessage, unsentOutcome } from './snipe-state.ts'

/** So many pages in a row are believed that say that the auction closed ahead of time. */
const MIN_CLOSED_AHEAD = 3
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
export function onItemRead(before: SnipeState, reading: ItemReading): SnipeState {
  const { siteTime, resolutionMs, sentAt } = reading.clock
  // The true time may be up to `resolutionMs` later than the stamp.
  const isClosedAhead = reading.closed && siteTime + resolutionMs <= before.endsAt
  const closedAhead = isClosedAhead ? before.closedAhead + 1 : 0
  const isClosed = reading.closed && (!isClosedAhead || closedAhead >= MIN_CLOSED_AHEAD)
  const isEndEarlier = !reading.endsAtAmbiguous && reading.endsAt < before.endsAt - END_ROUNDING_MS
  // An early close is the new end, once it is believed: later steps count from it.
  const endOfClosed = isClosed ? Math.min(before.endsAt, siteTime) : Math.max(before.endsAt, reading.endsAt)
  const learned: SnipeState = {
    ...before,
    endsAt: reading.closed ? endOfClosed : reading.endsAt,
    price: { currentCents: reading.currentPriceCents, minimumCents: reading.minimumBidCents },
    leads: reading.standing?.leads ?? false,
    ownBidsBefore: before.mayHaveBeenSent ? before.ownBidsBefore : (reading.standing?.ownBids ?? before.ownBidsBefore),
    readAt: sentAt,
    failures: 0,
    fault: null,
    nextTryAt: -Infinity,
    missing: null,
    closedAhead,
    endedEarly: before.endedEarly || (isClosed && (isClosedAhead || isEndEarlier)),
    // A page with the bidder's standing proves that the token works.
    needsFreshLogin: before.needsFreshLogin && reading.standing === null,
  }
  const isFound = learned.bid !== 'stands' && findPlacedBid(learned, reading) !== null
  const state: SnipeState = isFound ? { ...learned, bid: 'stands' } : learned
  if (isClosed) return state.bid === 'none' ? onCloseOfUnsentBid(before, state, reading) : judge(state, reading)
  return state.bid !== 'none' && siteTime >= state.endsAt ? readAgain(state, reading) : state
}

/** What held the bid back counts as it was before the close. */
function onCloseOfUnsentBid(before: SnipeState, state: SnipeState, reading: ItemReading): SnipeState {
  // Too low may mean that the owner leads with a bid made by hand.
  const mayLead = state.answers.some(({ kind }) => kind === 'too_low')
  if (state.isLate || mayLead) return judge({ ...state, bid: 'outcome_unknown' }, reading)
  if (state.endedEarly) return conclude(state, 'ended_early')
  const isPast = reading.currentPriceCents > state.snipe.maximum
  return conclude(state, isPast ? 'price_past_maximum' : (heldBy(before) ?? unsentOutcome(state)))
}

/** After the close: ends the snipe once readings agree how, else reads again. */
function judge(state: SnipeState, reading: ItemReading): SnipeState {
  const { siteTime } = reading.clock
  const outcome = resultOn(state, reading)
  if (outcome === null) return readAgain({ ...state, agreed: null }, reading)
  const agreed = state.agreed?.outcome === outcome ? state.agreed : { outcome, since: siteTime }
  const leadCurrentAt = state.leads ? state.endsAt + LEAD_CURRENT_AFTER_MS : -Infinity
  const provenAt = Math.max(agreed.since + AGREEMENT_MS, leadCurrentAt)
  return siteTime >= provenAt ? conclude(state, outcome) : readAgain({ ...state, agreed }, reading, provenAt)
}

/** `provenAt`: from when on a reading that agrees is a proof; on the site's clock. */
function readAgain(state: SnipeState, { clock, closed }: ItemReading, provenAt = Infinity): SnipeState {
  const sinceCloseMs = clock.siteTime - state.endsAt
  const { least, most } = SHARE_OF_TIME_SINCE_CLOSE
  const growingMs = Math.min(REREAD_PAUSE_MS * 2 ** state.inconclusive, sinceCloseMs * most, provenAt - clock.siteTime)
  const pauseMs = Math.max(REREAD_PAUSE_MS, growingMs, sinceCloseMs * least)
  // Allows one more login before the next anonymous reading: the user may have corrected the password.
  const loginRefusals = Math.min(state.loginRefusals, MAX_LOGIN_REFUSALS - 1)
  const nextTryAt = clock.receivedAt + Math.min(pauseMs, MAX_REREAD_PAUSE_MS)
  const inconclusive = state.inconclusive + 1
  const isLate = closed && inconclusive >= MAX_SILENT_READINGS
  const resultNote = closed && state.leads ? 'led' : (state.resultNote ?? (isLate ? 'not_shown' : null))
  return { ...state, loginRefusals, inconclusive, resultNote, nextTryAt }
}

function conclude(state: SnipeState, outcome: EngineOutcome): SnipeState {
  const accepted = state.bid === 'stands'
  const siteMessage = accepted ? '' : lastMessage(state)
  return { ...state, verdict: { outcome, accepted, priceCents: state.price?.currentCents ?? null, siteMessage } }
}
