import {
  amountFault,
  centsFromDollars,
  formatCents,
  leadFault,
  maximumFault,
  messages,
  needsConfirmation,
  referencePriceCents,
} from '@bidwell/contract'
import type { BidRow } from '../platform/database/tables.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { pendingTerms } from './terms.ts'

/** With less time than this before the end, arming and firing may not fit any more. */
const MIN_TIME_LEFT_MS = 3_000

/** Converts an amount in dollars to cents. Throws `rule_broken`. */
export function readAmount(dollars: number): number {
  const cents = centsFromDollars(dollars)
  const fault = amountFault(dollars)
  if (cents === null || fault !== null) throw fieldError('maxBid', fault ?? messages.bidRefusal.amountNotCents)
  return cents
}

/** Returns a lead in whole seconds before the end. Throws `rule_broken`. */
export function readLead(seconds: number): number {
  const fault = leadFault(seconds)
  if (fault !== null) throw fieldError('secondsBeforeEnd', fault)
  return seconds
}

/** Throws `conflict` for a restored bid: nothing becomes of it before its owner has kept or cancelled it. */
export function requireAnswered(bid: Pick<BidRow, 'restored_from'>): void {
  if (bid.restored_from !== null) throw new AppError('conflict', messages.restored.answerFirst)
}

type Prices = {
  bid_count: number
  starting_price_cents: number
  current_price_cents: number
  minimum_bid_cents: number
}

/**
 * Throws `bid_too_low` for a maximum that the site would refuse at the current price. With a delivered price, the sentence says
 * what the maximum comes to: its owner has not typed it.
 */
export function requireAcceptable(maxBidCents: number, listing: Prices, isDelivered = false): void {
  const { bid_count: bidCount, starting_price_cents, minimum_bid_cents } = listing
  const lowestCents = bidCount === 0 ? starting_price_cents : minimum_bid_cents
  const fault = maximumFault(maxBidCents, { bidCount, lowestCents })
  if (fault === null) return
  if (!isDelivered) throw fieldError('maxBid', fault, 'bid_too_low')
  throw fieldError('allIn', messages.delivered.bidIs(formatCents(maxBidCents), `${fault}.`), 'bid_too_low')
}

/**
 * Throws `confirmation_needed` when a maximum needs a confirmation and `confirmedDollars` does not repeat
 * it, or repeats the delivered price that it follows from. A maximum that the bid has already needs no confirmation.
 */
export function requireConfirmed(
  maxBidCents: number,
  confirmedDollars: number | undefined,
  listing: Prices,
  existing: BidRow | null,
  allInCents: number | null = null,
): void {
  if (existing && pendingTerms(existing).maxBidCents === maxBidCents) return
  const prices = {
    bidCount: listing.bid_count,
    currentCents: listing.current_price_cents,
    minimumCents: listing.minimum_bid_cents,
  }
  if (!needsConfirmation(maxBidCents, prices)) return
  if (confirmedDollars !== undefined && centsFromDollars(confirmedDollars) === (allInCents ?? maxBidCents)) return
  const { confirmAmount } = allInCents === null ? messages.bidRefusal : messages.delivered
  const message = confirmAmount(formatCents(maxBidCents), formatCents(referencePriceCents(prices)))
  throw fieldError('confirmMaxBid', message, 'confirmation_needed')
}

type Ending = { ends_at: Date; closed_at: Date | null }

/**
 * Throws `auction_over`, or `too_late` when a bid can no longer be armed and fired. A bid whose fire time has passed
 * is still accepted: it fires as soon as an engine has armed it. `siteNow` is epoch ms on the site's clock.
 */
export function requireTime(listing: Ending, siteNow: number): void {
  const leftMs = listing.ends_at.getTime() - siteNow
  if (listing.closed_at || leftMs <= 0) throw new AppError('auction_over', messages.auction.alreadyOver)
  if (leftMs < MIN_TIME_LEFT_MS) throw new AppError('too_late', messages.bidRefusal.endsTooSoon)
}
