import type { NewAuction, ScrapedAuction } from '@bidwell/contract'

/** What was typed in the form, bid or not; null where nothing valid was. */
export type Plan = { maxBid: number | null; secondsBeforeEnd: number | null }

/** The request that tracks a scraped item. The maximum is kept as the user's plan for it. */
export const newAuctionFrom = (item: ScrapedAuction, { maxBid, secondsBeforeEnd }: Plan): NewAuction => ({
  ...item,
  ...(maxBid !== null && { max_bid: maxBid }),
  ...(secondsBeforeEnd !== null && { bid_timing_preference: String(secondsBeforeEnd) }),
})
