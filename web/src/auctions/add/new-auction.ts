import type { NewAuction, ScrapedAuction } from '@bidwell/contract'

/** The request that tracks a scraped item, with the terms of its bid if there is one. */
export function newAuctionFrom(
  scraped: ScrapedAuction,
  order: { maxBid: number; secondsBeforeEnd: number } | null,
): NewAuction {
  const { minimum_bid: _minimum, bid_increment: _increment, ...item } = scraped
  if (order === null) return item
  return { ...item, max_bid: order.maxBid, bid_timing_preference: String(order.secondsBeforeEnd) }
}
