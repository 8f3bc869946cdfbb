import { messages } from '@bidwell/contract'
import { centsOf, formatDollars } from '../../ui/money.ts'
import type { AuctionState } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** Where the price stands against the maximum. */
export type Standing = {
  text: string
  /** The maximum is below the price or the next bid. */
  isPassed: boolean
  /** How far the price and the maximum reach along a bar, from 0 to 1. The higher one reaches its end. */
  priceShare: number
  maxShare: number
}

/** Null without a bid. */
export function standingOf({ auction, bid }: TrackedAuction, state: AuctionState): Standing | null {
  if (bid === null) return null
  const price = centsOf(bid.finalPrice ?? auction.currentBid)
  const max = centsOf(bid.maxBid)
  const isPassed = price > max || ((state === 'bid_again' || state === 'over_max') && centsOf(auction.minimumBid) > max)
  const end = Math.max(price, max)
  return { text: textOf(), isPassed, priceShare: price / end, maxShare: max / end }

  function textOf(): string {
    const amounts = { price: formatDollars(price / 100), max: formatDollars(max / 100) }
    if (price > max) return messages.lastMinute.outbidAt(amounts, formatDollars((price - max) / 100))
    if (isPassed) return messages.lastMinute.nextBidAbove(amounts, formatDollars(auction.minimumBid))
    if (state === 'won') return messages.lastMinute.wonAt(amounts)
    // A price that was read before the site accepted the bid does not tell where the bid leads.
    const isRead = bid !== null && bid.executedAt !== null && auction.lastCheckedAt >= bid.executedAt
    return state === 'accepted' && isRead ? messages.lastMinute.youLead(amounts) : messages.lastMinute.price(amounts)
  }
}
