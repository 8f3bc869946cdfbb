/** The price rules of one auction, cents. */
export type Terms = { openingCents: number; incrementCents: number }

/** The public price, who leads, and the leader's hidden maximum. */
export type Standing = { priceCents: number; leader: string | null; leaderMaxCents: number }

export const openingStanding = ({ openingCents }: Terms): Standing => ({
  priceCents: openingCents,
  leader: null,
  leaderMaxCents: 0,
})

/** The lowest bid that the site accepts. */
export const nextBidCents = ({ openingCents, incrementCents }: Terms, { priceCents, leader }: Standing): number =>
  leader === null ? openingCents : priceCents + incrementCents

/**
 * Applies the site's rule for maximum bids; null when the bid is too low. The increment is added to the lower maximum,
 * so one cent more than the leader's maximum wins. Of two equal maxima, the earlier one leads.
 */
export function applyBid(terms: Terms, standing: Standing, bidder: string, maxCents: number): Standing | null {
  if (maxCents < nextBidCents(terms, standing)) return null
  const { leader, leaderMaxCents } = standing
  if (leader === null) return { ...standing, leader: bidder, leaderMaxCents: maxCents }
  if (leader === bidder) return { ...standing, leaderMaxCents: Math.max(leaderMaxCents, maxCents) }
  if (maxCents > leaderMaxCents) {
    const priceCents = Math.min(leaderMaxCents + terms.incrementCents, maxCents)
    return { priceCents, leader: bidder, leaderMaxCents: maxCents }
  }
  return { ...standing, priceCents: Math.min(maxCents + terms.incrementCents, leaderMaxCents) }
}
