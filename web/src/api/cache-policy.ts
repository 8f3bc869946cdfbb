import { CLIENT_CACHE } from '@bidwell/contract'

const MINUTE = 60_000

/** How long a fetched auction stays fresh, ms. `endsOn` and `now` are epoch ms. */
export function auctionStaleMs(auction: { endsOn: number; bidCount: number }, now: number): number {
  const ttl = CLIENT_CACHE.auctionTtlMs
  const left = auction.endsOn - now
  if (left < 2 * MINUTE) return ttl.underTwoMinutes
  if (left < 10 * MINUTE) return ttl.underTenMinutes
  if (left < 60 * MINUTE || auction.bidCount > 0) return ttl.underAnHour
  return ttl.later
}

/** A list stays fresh as long as the open auction in it that goes stale first. */
export function auctionListStaleMs(auctions: readonly { endsOn: number; bidCount: number }[], now: number): number {
  const open = auctions.filter((auction) => auction.endsOn > now)
  return Math.min(CLIENT_CACHE.defaultTtlMs, ...open.map((auction) => auctionStaleMs(auction, now)))
}

/** How long a fetched bid stays fresh, ms. */
export const bidStaleMs = (status: string): number =>
  status === 'pending' || status === 'executed' ? CLIENT_CACHE.bidTtlMs.active : CLIENT_CACHE.bidTtlMs.terminal
