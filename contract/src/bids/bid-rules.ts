import { BID } from '../limits.ts'
import * as refusals from '../messages/bids/bid-refusals.ts'
import * as messages from '../messages/bids/bid.ts'
import { centsFromDollars, formatCents } from '../money.ts'

/*
 * The rules for a bid. Browser and server apply the same functions, so the form refuses what the server refuses, in the
 * same sentence. Each `…Fault` function returns that sentence, or null when the rule holds.
 */

/** What is wrong with an amount in dollars: its sign, its size or its decimals. */
export function amountFault(dollars: number): string | null {
  if (dollars <= 0) return messages.amountNotPositive
  if (dollars > BID.maxAmountDollars) return refusals.amountTooLarge
  const cents = centsFromDollars(dollars)
  return cents === null || cents === 0 ? refusals.amountNotCents : null
}

/** Whether the site would refuse a maximum as too low. `lowestCents` is the starting price, or the next acceptable bid. */
export function maximumFault(maxCents: number, listing: { bidCount: number; lowestCents: number }): string | null {
  if (maxCents >= listing.lowestCents) return null
  return listing.bidCount === 0 ? messages.belowStartingPrice : refusals.belowMinimum(formatCents(listing.lowestCents))
}

/** What is wrong with a lead, in seconds before the end. */
export function leadFault(seconds: number): string | null {
  const allowed = Number.isInteger(seconds) && seconds >= BID.minSecondsBeforeEnd && seconds <= BID.maxSecondsBeforeEnd
  return allowed ? null : refusals.leadOutOfRange
}

type Prices = { bidCount: number; currentCents: number; minimumCents: number }

/** The price that a maximum is compared with: the current one, or before the first bid the lowest acceptable one. */
export const referencePriceCents = ({ bidCount, currentCents, minimumCents }: Prices): number =>
  bidCount === 0 ? minimumCents : currentCents

/** Whether a maximum is so large, and so far above the price, that a typing mistake is likely and costly: it has to be confirmed. */
export const needsConfirmation = (maxCents: number, prices: Prices): boolean =>
  maxCents > BID.confirmAboveTimesPrice * referencePriceCents(prices) && maxCents > BID.confirmAboveDollars * 100

/** The time zone of the auction site: its days begin at midnight here, and it writes its times without an offset. */
export const SITE_ZONE = 'America/Los_Angeles'

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** `2026-11-21`: the day, in the site's time zone, whose limit covers an auction that ends at this instant. */
export const auctionDay = (endsOn: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: SITE_ZONE, ...DAY }).format(endsOn)

/** `Nov 21`, for a day as `auctionDay` returns it. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(Date.parse(day))

/** The instant from which a bid can no longer be changed or cancelled. Both are epoch ms on the site's clock. */
export const changeDeadline = (fireAt: number): number => fireAt - BID.lockInBeforeMs
