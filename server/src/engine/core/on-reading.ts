import type { ItemReading, WarmReading } from '../../marketplace/marketplace.ts'
import { ABSENCE_PROVEN_AFTER_MS, MAX_LOGIN_REFUSALS, MAX_PAGE_LAG_MS } from './decide-step.ts'
import { type EngineOutcome, type SnipeState, unsentOutcome } from './snipe-state.ts'

/** A loss at a price below the maximum is accepted after so many readings. */
const MIN_CONTRADICTIONS = 3
/** The pause after the first inconclusive reading, doubled after each further one up to the maximum. */
const REREAD_PAUSE_MS = 1_500
const MAX_REREAD_PAUSE_MS = 300_000
/** A light read rounds the end; up to this difference it agrees with the item's page. */
const END_ROUNDING_MS = 2_000
const HOUR_MS = 3_600_000

/** The state after a reading of the item's page. Pure. */
export function onItemRead(state: SnipeState, reading: ItemReading): SnipeState {
  const { siteTime, resolutionMs } = reading.clock
  // An early close is the new end: later steps count from it.
  const endsAt = reading.closed ? Math.min(state.endsAt, siteTime) : reading.endsAt
  const learned: SnipeState = {
    ...state,
    endsAt,
    shownEndsAt: endsAt,
    price: { currentCents: reading.currentPriceCents, minimumCents: reading.minimumBidCents },
    leads: reading.standing?.leads ?? false,
    readAt: reading.clock.sentAt,
    failures: 0,
    nextTryAt: -Infinity,
    isLightReadNext: false,
    missing: null,
    // The true time may be up to `resolutionMs` later than the stamp.
    endedEarly: state.endedEarly || (reading.closed && siteTime + resolutionMs <= state.endsAt),
    // A page with the bidder's standing proves that the token works.
    needsFreshLogin: state.needsFreshLogin && reading.standing === null,
  }
  switch (state.bid) {
    case 'none':
      return reading.closed
        ? conclude(learned, learned.endedEarly ? 'ended_early' : unsentOutcome(state), false)
        : learned
    case 'outcome_unknown':
      return resolveUncertainBid(learned, reading)
    case 'stands':
      return reading.closed ? settle(learned, reading) : readAgain(learned, reading)
  }
}

function resolveUncertainBid(state: SnipeState, reading: ItemReading): SnipeState {
  if (!reading.standing) return readAgain(state, reading)
  if (state.leads || ownBids(state, reading).length > 0) return { ...state, bid: 'stands' }
  if (reading.clock.sentAt < state.uncertainSince + ABSENCE_PROVEN_AFTER_MS) return state
  if (!reading.closed) return { ...state, bid: 'none' }
  return conclude(state, state.endedEarly ? 'ended_early' : unsentOutcome(state), false)
}

function settle(state: SnipeState, reading: ItemReading): SnipeState {
  // Shortly after the close, the page may show an outdated list of bids.
  if (reading.clock.siteTime < state.endsAt + MAX_PAGE_LAG_MS) return readAgain(state, reading)
  if (reading.standing?.leads) return conclude(state, 'won', true)
  const { maximum } = state.snipe
  // A price above our maximum proves the loss even on an anonymous page.
  if (reading.currentPriceCents > maximum) return conclude(state, 'lost', true)
  if (!reading.standing) return readAgain(state, reading)
  // At exactly our maximum, another bidder's earlier bid has won.
  if (reading.currentPriceCents === maximum) return conclude(state, 'lost', true)
  // A loss below our maximum means a retracted bid or an outdated page.
  const contradictions = state.contradictions + 1
  if (contradictions < MIN_CONTRADICTIONS) return readAgain({ ...state, contradictions }, reading)
  const retracted = state.endedEarly || ownBids(state, reading).length === 0
  return conclude(state, retracted ? 'ended_early' : 'lost', true)
}

function readAgain(state: SnipeState, reading: ItemReading): SnipeState {
  const pauseMs = Math.min(REREAD_PAUSE_MS * 2 ** state.inconclusive, MAX_REREAD_PAUSE_MS)
  // Allows one more login before the next anonymous reading: the user may have corrected the password.
  const loginRefusals = Math.min(state.loginRefusals, MAX_LOGIN_REFUSALS - 1)
  const nextTryAt = reading.clock.receivedAt + pauseMs
  return { ...state, loginRefusals, inconclusive: state.inconclusive + 1, nextTryAt }
}

const ownBids = (state: SnipeState, reading: ItemReading) =>
  (reading.standing?.ownBids ?? []).filter((bid) => bid.at >= state.ownBidsSince)

function conclude(state: SnipeState, outcome: EngineOutcome, accepted: boolean): SnipeState {
  return { ...state, verdict: { outcome, accepted, priceCents: state.price?.currentCents ?? null, siteMessage: '' } }
}

/** The state after a light read that was answered at the monotonic instant `now`. Pure. */
export function onLightRead(state: SnipeState, read: WarmReading, now: number): SnipeState {
  const endsAt = unambiguousEnd(read, state)
  const movedMs = endMovedBy(endsAt, state)
  const shownEndsAt = state.shownEndsAt + movedMs
  return {
    ...state,
    warmedAt: now,
    price: { currentCents: read.currentPriceCents, minimumCents: read.minimumBidCents },
    // Between two attempts at a failing page, a light read does not show that the page works again.
    failures: state.isLightReadNext ? state.failures : 0,
    nextTryAt: -Infinity,
    isLightReadNext: false,
    // An end that moved must be confirmed by the item's page.
    readAt: movedMs === 0 ? state.readAt : null,
    shownEndsAt,
    lightRead: { endsAt, shownEndsAt },
  }
}

/** A local time that occurs twice, when summer time ends, is taken as the one closer to the known end. */
function unambiguousEnd({ endsAt, endsAtAmbiguous }: WarmReading, { shownEndsAt }: SnipeState): number {
  return endsAtAmbiguous && shownEndsAt > endsAt + HOUR_MS / 2 ? endsAt + HOUR_MS : endsAt
}

/**
 * Compares the end with the previous light read, less what the item's page has shown since; the first, with the page.
 */
function endMovedBy(endsAt: number, { lightRead, shownEndsAt }: SnipeState): number {
  if (lightRead === null) return Math.abs(endsAt - shownEndsAt) > END_ROUNDING_MS ? endsAt - shownEndsAt : 0
  if (endsAt === lightRead.endsAt) return 0
  return endsAt - lightRead.endsAt - (shownEndsAt - lightRead.shownEndsAt)
}
