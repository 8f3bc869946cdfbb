import type { ItemReading } from '../../marketplace/marketplace.ts'
import { PROOF_AFTER_MS, REFUSALS_BELIEVED, STATUS_LAG_MS } from './decide-step.ts'
import { type EngineOutcome, type Facts, missedBecause } from './facts.ts'

/** How often the site must repeat that a bid lost which, by the price, cannot have. */
const CONTRADICTIONS_BELIEVED = 3
/** After a reading that settled nothing: this, twice as long each time, up to the longest. */
const ASK_AGAIN_MS = 1_500
const ASK_AGAIN_AT_MOST_MS = 300_000

/** What an item's page adds to what is known. Pure. */
export function learnFromReading(facts: Facts, reading: ItemReading): Facts {
  const { siteTime, grainMs } = reading.clock
  // A close ahead of time is an end too: what follows is counted from there.
  const endsAt = reading.closed ? Math.min(facts.endsAt, siteTime) : reading.endsAt
  const learned: Facts = {
    ...facts,
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
    endedEarly: facts.endedEarly || (reading.closed && siteTime + grainMs <= facts.endsAt),
    // Shown as its bidder sees it: the token is taken, and the next that is not may be mended in its turn.
    needsFreshLogin: facts.needsFreshLogin && reading.standing === null,
  }
  switch (facts.bid) {
    case 'none':
      return reading.closed
        ? conclude(learned, learned.endedEarly ? 'ended_early' : missedBecause(facts), false)
        : learned
    case 'in_doubt':
      return resolveDoubt(learned, reading)
    case 'stands':
      return reading.closed ? settle(learned, reading) : askAgain(learned, reading)
  }
}

function resolveDoubt(facts: Facts, reading: ItemReading): Facts {
  if (!reading.standing) return askAgain(facts, reading)
  if (facts.leads || ownBids(facts, reading).length > 0) return { ...facts, bid: 'stands' }
  if (reading.clock.sentAt < facts.doubtSince + PROOF_AFTER_MS) return facts
  if (!reading.closed) return { ...facts, bid: 'none' }
  return conclude(facts, facts.endedEarly ? 'ended_early' : missedBecause(facts), false)
}

function settle(facts: Facts, reading: ItemReading): Facts {
  // The page's bids may be older than its 'closed'.
  if (reading.clock.siteTime < facts.endsAt + STATUS_LAG_MS) return askAgain(facts, reading)
  if (reading.standing?.leads) return conclude(facts, 'won', true)
  const { maximum } = facts.snipe
  // Somebody paid more than we would have: that needs no login to know.
  if (reading.currentPriceCents > maximum) return conclude(facts, 'lost', true)
  if (!reading.standing) return askAgain(facts, reading)
  // At our very maximum, the earlier of two equal bids has won.
  if (reading.currentPriceCents === maximum) return conclude(facts, 'lost', true)
  // Beaten below our maximum: only a bid taken back explains it, or a page that is not up to date.
  const contradictions = facts.contradictions + 1
  if (contradictions < CONTRADICTIONS_BELIEVED) return askAgain({ ...facts, contradictions }, reading)
  const retracted = facts.endedEarly || ownBids(facts, reading).length === 0
  return conclude(facts, retracted ? 'ended_early' : 'lost', true)
}

function askAgain(facts: Facts, reading: ItemReading): Facts {
  const pauseMs = Math.min(ASK_AGAIN_MS * 2 ** facts.inconclusive, ASK_AGAIN_AT_MOST_MS)
  // The password may have been put right meanwhile: one log-in more before everybody's page is asked again.
  const refusals = Math.min(facts.refusals, REFUSALS_BELIEVED - 1)
  return { ...facts, refusals, inconclusive: facts.inconclusive + 1, notBefore: reading.clock.receivedAt + pauseMs }
}

const ownBids = (facts: Facts, reading: ItemReading) =>
  (reading.standing?.ownBids ?? []).filter((bid) => bid.at >= facts.ownSince)

function conclude(facts: Facts, outcome: EngineOutcome, taken: boolean): Facts {
  return { ...facts, verdict: { outcome, taken, priceCents: facts.price?.currentCents ?? null, words: '' } }
}
