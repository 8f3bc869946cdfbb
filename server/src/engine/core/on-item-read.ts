import type { ItemReading } from '../../marketplace/marketplace.ts'
import { PROOF_AFTER_MS, REFUSALS_BELIEVED, STATUS_LAG_MS } from './decide-step.ts'
import { type EngineOutcome, type SnipeState, missedBecause } from './snipe-state.ts'

/** How often the site must repeat that a bid lost which, by the price, cannot have. */
const CONTRADICTIONS_BELIEVED = 3
/** After a reading that settled nothing: this, twice as long each time, up to the longest. */
const ASK_AGAIN_MS = 1_500
const ASK_AGAIN_AT_MOST_MS = 300_000

/** What an item's page adds to what is known. Pure. */
export function onItemRead(state: SnipeState, reading: ItemReading): SnipeState {
  const { siteTime, resolutionMs } = reading.clock
  // A close ahead of time is an end too: what follows is counted from there.
  const endsAt = reading.closed ? Math.min(state.endsAt, siteTime) : reading.endsAt
  const learned: SnipeState = {
    ...state,
    endsAt,
    shownEndsAt: endsAt,
    price: { currentCents: reading.currentPriceCents, minimumCents: reading.minimumBidCents },
    leads: reading.standing?.leads ?? false,
    readAt: reading.clock.sentAt,
    failures: 0,
    notBefore: -Infinity,
    isLightReadNext: false,
    missing: null,
    // A stamp of whole seconds may be that much older than the page.
    endedEarly: state.endedEarly || (reading.closed && siteTime + resolutionMs <= state.endsAt),
    // Shown as its bidder sees it: the token is taken, and the next that is not may be mended in its turn.
    needsFreshLogin: state.needsFreshLogin && reading.standing === null,
  }
  switch (state.bid) {
    case 'none':
      return reading.closed
        ? conclude(learned, learned.endedEarly ? 'ended_early' : missedBecause(state), false)
        : learned
    case 'outcome_unknown':
      return resolveDoubt(learned, reading)
    case 'stands':
      return reading.closed ? settle(learned, reading) : askAgain(learned, reading)
  }
}

function resolveDoubt(state: SnipeState, reading: ItemReading): SnipeState {
  if (!reading.standing) return askAgain(state, reading)
  if (state.leads || ownBids(state, reading).length > 0) return { ...state, bid: 'stands' }
  if (reading.clock.sentAt < state.uncertainSince + PROOF_AFTER_MS) return state
  if (!reading.closed) return { ...state, bid: 'none' }
  return conclude(state, state.endedEarly ? 'ended_early' : missedBecause(state), false)
}

function settle(state: SnipeState, reading: ItemReading): SnipeState {
  // The page's bids may be older than its 'closed'.
  if (reading.clock.siteTime < state.endsAt + STATUS_LAG_MS) return askAgain(state, reading)
  if (reading.standing?.leads) return conclude(state, 'won', true)
  const { maximum } = state.snipe
  // Somebody paid more than we would have: that needs no login to know.
  if (reading.currentPriceCents > maximum) return conclude(state, 'lost', true)
  if (!reading.standing) return askAgain(state, reading)
  // At our very maximum, the earlier of two equal bids has won.
  if (reading.currentPriceCents === maximum) return conclude(state, 'lost', true)
  // Beaten below our maximum: only a bid taken back explains it, or a page that is not up to date.
  const contradictions = state.contradictions + 1
  if (contradictions < CONTRADICTIONS_BELIEVED) return askAgain({ ...state, contradictions }, reading)
  const retracted = state.endedEarly || ownBids(state, reading).length === 0
  return conclude(state, retracted ? 'ended_early' : 'lost', true)
}

function askAgain(state: SnipeState, reading: ItemReading): SnipeState {
  const pauseMs = Math.min(ASK_AGAIN_MS * 2 ** state.inconclusive, ASK_AGAIN_AT_MOST_MS)
  // The password may have been put right meanwhile: one log-in more before everybody's page is asked again.
  const refusals = Math.min(state.refusals, REFUSALS_BELIEVED - 1)
  return { ...state, refusals, inconclusive: state.inconclusive + 1, notBefore: reading.clock.receivedAt + pauseMs }
}

const ownBids = (state: SnipeState, reading: ItemReading) =>
  (reading.standing?.ownBids ?? []).filter((bid) => bid.at >= state.ownSince)

function conclude(state: SnipeState, outcome: EngineOutcome, accepted: boolean): SnipeState {
  return { ...state, verdict: { outcome, accepted, priceCents: state.price?.currentCents ?? null, siteMessage: '' } }
}
