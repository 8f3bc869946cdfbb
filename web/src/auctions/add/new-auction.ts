import type { NewAuction, ScrapedAuction } from '@bidwell/contract'

/** What is sent to track an item: what the site said of it, and the bid that goes with it, if any. */
export function newAuctionFrom(
  scraped: ScrapedAuction,
  order: { maxBid: number; secondsBeforeEnd: number } | null,
): NewAuction {
  const { minimum_bid: _next, bid_increment: _step, ...item } = scraped
  if (order === null) return item
  return { ...item, max_bid: order.maxBid, bid_timing_preference: String(order.secondsBeforeEnd) }
}
