export type PlacedBid = { bidder: string; amountCents: number; at: number; priceCents: number; leader: string }

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
  withdrawn: boolean
  /** Until this instant, in virtual ms, the site does not find the item's pages. */
  missingUntil: number
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
  withdrawn: false,
  missingUntil: -Infinity,
  bids: [],
})

export const closeOf = ({ endsAt, closedEarlyAt }: ModelItem): number => Math.min(endsAt, closedEarlyAt ?? Infinity)

export type Standing = { bids: PlacedBid[]; leader: string | null; priceCents: number; minimumCents: number }

/** The bids on an item as they stood at an instant on the site's clock. */
export function standingAt(item: ModelItem, asOf: number): Standing {
  const bids = item.bids.filter(({ at }) => at <= asOf)
  const last = bids.at(-1)
  const priceCents = last?.priceCents ?? item.startingPriceCents
  return {
    bids,
    leader: last?.leader ?? null,
    priceCents,
    minimumCents: last ? priceCents + item.incrementCents : priceCents,
  }
}

/** The highest amount that a bidder has bid on an item; 0 without a bid. */
export const maximumOf = ({ bids }: Pick<ModelItem, 'bids'>, bidder: string): number =>
  Math.max(0, ...bids.filter((bid) => bid.bidder === bidder).map((bid) => bid.amountCents))
