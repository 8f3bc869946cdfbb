/** A bid that the site has taken. From `retractedAt` on it is as if the bid had never been made; null for a bid that stands. */
export type PlacedBid = { bidder: string; amountCents: number; at: number; retractedAt: number | null }

/** An item at the model site. Instants are epoch ms on the site's clock, except where another clock is named. */
export type ModelItem = {
  auctionId: string
  startingPriceCents: number
  incrementCents: number
  endsAt: number
  /** The earliest of all the ends that the item has ever had. */
  earliestEndsAt: number
  /** Its end was once moved nearer. */
  wasCutShort: boolean
  closedEarlyAt: number | null
  /** When its end was moved far away, at about its close. */
  reopenedAt: number | null
  withdrawn: boolean
  /** Until this instant, in virtual ms, the site does not find the item's pages. */
  missingUntil: number
  /** No if the price has not reached the seller's reserve at the close: then nobody has won. */
  isReserveMet: boolean
  /** So many of the next pages say that the item is closed, although it is open. */
  falseCloses: number
  /** By how much the end on the next page is wrong. */
  wrongEndByMs: number
  /** So many of the next bids are answered as closed, although the item is open. */
  falseRefusals: number
  /** The accepted bids, in the order of their arrival. */
  bids: PlacedBid[]
}

export const newItem = ({ auctionId, endsAt }: Pick<ModelItem, 'auctionId' | 'endsAt'>): ModelItem => ({
  auctionId,
  startingPriceCents: 1_000,
  incrementCents: 100,
  endsAt,
  earliestEndsAt: endsAt,
  wasCutShort: false,
  closedEarlyAt: null,
  reopenedAt: null,
  withdrawn: false,
  missingUntil: -Infinity,
  isReserveMet: true,
  falseCloses: 0,
  wrongEndByMs: 0,
  falseRefusals: 0,
  bids: [],
})

export const closeOf = ({ endsAt, closedEarlyAt }: ModelItem): number => Math.min(endsAt, closedEarlyAt ?? Infinity)

export type Standing = { bids: PlacedBid[]; leader: string | null; priceCents: number; minimumCents: number }

/** The bids on an item as they stood at an instant on the site's clock: the price is as low as the second-highest maximum allows. */
export function standingAt(item: ModelItem, asOf: number): Standing {
  const bids = item.bids.filter(({ at, retractedAt }) => at <= asOf && (retractedAt === null || asOf < retractedAt))
  let leader: string | null = null
  let highestCents = 0
  let priceCents = item.startingPriceCents
  for (const { bidder, amountCents } of bids) {
    if (leader !== null && leader !== bidder) {
      const [lower, higher] = [Math.min(amountCents, highestCents), Math.max(amountCents, highestCents)]
      priceCents = Math.min(lower + item.incrementCents, higher)
    }
    if (leader === null || amountCents > highestCents) leader = bidder
    highestCents = Math.max(highestCents, amountCents)
  }
  return { bids, leader, priceCents, minimumCents: leader === null ? priceCents : priceCents + item.incrementCents }
}

/** The highest amount that a bidder has bid on an item; 0 without a bid. */
export const maximumOf = ({ bids }: Pick<ModelItem, 'bids'>, bidder: string): number =>
  Math.max(0, ...bids.filter((bid) => bid.bidder === bidder).map((bid) => bid.amountCents))
