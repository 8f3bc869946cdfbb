import { asksTwice, BID, messages, yardstickCents } from '@bidwell/contract'
import { AppError, type ErrorCode } from '../platform/errors.ts'
import { centsFromDollars, formatCents } from '../platform/money.ts'

/** Less than this before the end, arming and firing may not fit any more. */
const LEAST_TIME_LEFT_MS = 3_000

/** Dollars as they came in, to cents. Throws `rule_broken` with the rule's own sentence. */
export function readAmount(dollars: number): number {
  if (dollars <= 0) throw broken('maxBid', messages.bid.amountNotPositive)
  if (dollars > BID.largestAmount) throw broken('maxBid', messages.bid.amountTooLarge)
  const cents = centsFromDollars(dollars)
  if (cents === null || cents === 0) throw broken('maxBid', messages.bid.amountNotCents)
  return cents
}

/** Whole seconds before the end. Throws `rule_broken`. */
export function readLead(seconds: number): number {
  const allowed = Number.isInteger(seconds) && seconds >= BID.minSecondsBeforeEnd && seconds <= BID.maxSecondsBeforeEnd
  if (!allowed) throw broken('secondsBeforeEnd', messages.bid.leadOutOfRange)
  return seconds
}

type Prices = {
  bid_count: number
  starting_price_cents: number
  current_price_cents: number
  minimum_bid_cents: number
}

/** Throws `bid_too_low` for a maximum that the site would refuse already now. */
export function requireAcceptable(maxBidCents: number, listing: Prices): void {
  if (listing.bid_count === 0) {
    if (maxBidCents >= listing.starting_price_cents) return
    throw broken('maxBid', messages.bid.belowStartingPrice, 'bid_too_low')
  }
  const least = listing.minimum_bid_cents
  if (maxBidCents < least) throw broken('maxBid', messages.bid.belowMinimum(formatCents(least)), 'bid_too_low')
}

/**
 * Throws `confirmation_needed` unless a maximum of more than three times the price came twice. `confirmed` is the second, in dollars; a
 * maximum that stands already is not asked for again.
 */
export function requireConfirmed(
  maxBidCents: number,
  confirmed: number | undefined,
  listing: Prices,
  standing: Standing | null,
): void {
  if (standing && (standing.pending_max_bid_cents ?? standing.max_bid_cents) === maxBidCents) return
  const prices = {
    bidCount: listing.bid_count,
    currentCents: listing.current_price_cents,
    minimumCents: listing.minimum_bid_cents,
  }
  if (!asksTwice(maxBidCents, prices)) return
  if (confirmed !== undefined && centsFromDollars(confirmed) === maxBidCents) return
  const message = messages.bid.confirmAmount(formatCents(maxBidCents), formatCents(yardstickCents(prices)))
  throw broken('confirmMaxBid', message, 'confirmation_needed')
}

type Standing = { max_bid_cents: number; pending_max_bid_cents: number | null }

type Ending = { ends_at: Date; closed_at: Date | null }

/**
 * Throws unless a snipe can still be placed. One whose moment has passed is fired as soon as an engine has armed it:
 * late, but before the close, beats not at all. `siteNow` is epoch ms on the site's clock.
 */
export function requireTime(listing: Ending, siteNow: number): void {
  const leftMs = listing.ends_at.getTime() - siteNow
  if (listing.closed_at || leftMs <= 0) throw new AppError('auction_over', messages.auction.alreadyOver)
  if (leftMs < LEAST_TIME_LEFT_MS) throw new AppError('too_late', messages.bid.tooLateToSchedule)
}

function broken(path: string, message: string, code: ErrorCode = 'rule_broken') {
  return new AppError(code, message, { details: [{ path, message }] })
}
