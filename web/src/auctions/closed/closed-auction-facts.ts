import type { ClosedAuction } from '@bidwell/contract'
import { siteTimes } from '../../time/zoned-times.ts'
import { formatDollars } from '../../ui/money.ts'

type Fact = readonly [name: string, value: string | null]

const CLOSED = { ended: 'Ended', ended_early: 'Ended early', withdrawn: 'Withdrawn' } as const

/** How the sale of a closed auction went, for a list of facts. What the site did not tell has no value. */
export function closedAuctionFacts(auction: ClosedAuction): Fact[] {
  return [
    ['How it closed', howItClosed(auction)],
    ['Sold for', soldFor(auction)],
    ['Bids', countText(auction.bidCount)],
    ['Bidders', countText(auction.bidderCount)],
    ['Second highest bid', dollars(auction.secondAmount)],
    ['Third highest bid', dollars(auction.thirdAmount)],
    ['Started at', dollars(auction.startingPrice)],
    ['Increment', dollars(auction.bidIncrement)],
    ['24 hours before the end', dollars(auction.priceDayBefore)],
    ['1 hour before the end', dollars(auction.priceHourBefore)],
    ['15 minutes before the end', dollars(auction.priceQuarterHourBefore)],
    ['Shipping', dollars(auction.shippingCost)],
  ]
}

const howItClosed = ({ closedBecause, endedAt }: ClosedAuction) =>
  endedAt === null ? CLOSED[closedBecause] : `${CLOSED[closedBecause]} ${siteTimes.full(endedAt)}`

/** Bids count only in an auction that ran to its end. Whether an auction with an unknown number of bids was sold is not known. */
function soldFor({ closedBecause, bidCount, finalPrice }: ClosedAuction): string | null {
  if (closedBecause !== 'ended' || bidCount === 0) return 'Not sold'
  return bidCount === null ? null : dollars(finalPrice)
}

const dollars = (amount: number | null) => (amount === null ? null : formatDollars(amount))

function countText(count: number | null): string | null {
  if (count === null) return null
  return count === 0 ? 'None' : String(count)
}
