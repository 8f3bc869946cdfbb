import { CLIENT_CACHE } from '@bidwell/contract'

const MINUTE = 60_000

type Timed = { endsOn: number; bidCount: number }

/** How long a fetched auction stays fresh, ms. `endsOn` and `now` are epoch ms. */
export function auctionTtlMs(auction: Timed, now: number): number {
  const ttl = CLIENT_CACHE.auctionTtlMs
  const left = auction.endsOn - now
  if (left < 2 * MINUTE) return ttl.underTwoMinutes
  if (left < 10 * MINUTE) return ttl.underTenMinutes
  if (left < 60 * MINUTE || auction.bidCount > 0) return ttl.underAnHour
  return ttl.later
}

/** A page asks for the time of a list dozens of times for each change: it is counted once a second. */
const COUNTED_FOR_MS = 1_000
const counted = new WeakMap<readonly Timed[], { at: number; ttl: number }>()

/** A list stays fresh as long as the open auction in it that goes stale first. */
export function auctionListTtlMs(auctions: readonly Timed[], now: number): number {
  const earlier = counted.get(auctions)
  if (earlier && now >= earlier.at && now < earlier.at + COUNTED_FOR_MS) return earlier.ttl * ttlFactor.value
  const open = auctions.filter((auction) => auction.endsOn > now)
  const ttl = open.length === 0 ? CLIENT_CACHE.defaultTtlMs : Math.min(...open.map((one) => auctionTtlMs(one, now)))
  counted.set(auctions, { at: now, ttl })
  return ttl * ttlFactor.value
}

/** An executed bid is active: it is going to be won or lost. */
const isActive = (status: string): boolean => status === 'pending' || status === 'executed'

/** How long a fetched bid stays fresh, ms. */
export const bidTtlMs = (status: string): number => CLIENT_CACHE.bidTtlMs[isActive(status) ? 'active' : 'terminal']

/** A list of bids stays fresh as long as an active bid, if it has one. */
export const bidListTtlMs = (bids: readonly { status: string }[]): number =>
  CLIENT_CACHE.bidTtlMs[bids.some(({ status }) => isActive(status)) ? 'active' : 'terminal'] * ttlFactor.value

/** What the times of lists are multiplied by at present. */
export const ttlFactor: { value: number } = { value: 1 }
