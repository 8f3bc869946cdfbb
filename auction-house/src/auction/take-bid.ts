export type Terms = { startingPriceCents: number; incrementCents: number }

export type Bidder = { readonly name: string }

/** Where an auction stands: the public price, and who leads with which hidden maximum. */
export type Standing = { priceCents: number; leader: Bidder | null; leaderMaxCents: number }

export type BidAnswer = { outcome: 'too_low' } | { outcome: 'leading' | 'outbid'; standing: Standing }

export const opening = (terms: Terms): Standing => ({
  priceCents: terms.startingPriceCents,
  leader: null,
  leaderMaxCents: 0,
})

/** The least bid that is taken now. */
export const nextMinimumCents = (terms: Terms, { priceCents, leader }: Standing) =>
  leader === null ? terms.startingPriceCents : priceCents + terms.incrementCents

/**
 * The proxy rule. The increment goes on the losing bid, not on the leader's maximum, so one cent more can win; a tie
 * stays with the earlier bid. A leader who bids again raises the own maximum, never the price.
 */
export function takeBid(terms: Terms, standing: Standing, bidder: Bidder, maxCents: number): BidAnswer {
  if (maxCents < nextMinimumCents(terms, standing)) return { outcome: 'too_low' }

  const { leader, leaderMaxCents } = standing
  if (leader === null) {
    return { outcome: 'leading', standing: { ...standing, leader: bidder, leaderMaxCents: maxCents } }
  }
  if (leader === bidder) {
    return { outcome: 'leading', standing: { ...standing, leaderMaxCents: Math.max(leaderMaxCents, maxCents) } }
  }
  if (maxCents > leaderMaxCents) {
    const priceCents = Math.min(leaderMaxCents + terms.incrementCents, maxCents)
    return { outcome: 'leading', standing: { priceCents, leader: bidder, leaderMaxCents: maxCents } }
  }
  const priceCents = Math.min(maxCents + terms.incrementCents, leaderMaxCents)
  return { outcome: 'outbid', standing: { ...standing, priceCents } }
}
