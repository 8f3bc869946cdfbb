import type { ClosedLot } from '@bidwell/contract'
import { siteTimes } from '../../time/zoned-times.ts'
import { formatDollars } from '../../ui/money.ts'

type Fact = readonly [name: string, value: string | null]

const CLOSED = { ended: 'Ended', ended_early: 'Ended early', withdrawn: 'Withdrawn' } as const

/** How the sale of a closed lot went, for a list of facts. What the site did not tell has no value. */
export function closedLotFacts(lot: ClosedLot): Fact[] {
  return [
    ['How it closed', howItClosed(lot)],
    ['Sold for', soldFor(lot)],
    ['Bids', countText(lot.bidCount)],
    ['Bidders', countText(lot.bidderCount)],
    ['Second highest bid', dollars(lot.secondAmount)],
    ['Third highest bid', dollars(lot.thirdAmount)],
    ['Started at', dollars(lot.startingPrice)],
    ['Increment', dollars(lot.bidIncrement)],
    ['24 hours before the end', dollars(lot.priceDayBefore)],
    ['1 hour before the end', dollars(lot.priceHourBefore)],
    ['15 minutes before the end', dollars(lot.priceQuarterHourBefore)],
    ['Shipping', dollars(lot.shippingCost)],
  ]
}

const howItClosed = ({ closedBecause, endedAt }: ClosedLot) =>
  endedAt === null ? CLOSED[closedBecause] : `${CLOSED[closedBecause]} ${siteTimes.full(endedAt)}`

/** Bids count only in an auction that ran to its end. Whether a lot with an unknown number of bids was sold is not known. */
function soldFor({ closedBecause, bidCount, finalPrice }: ClosedLot): string | null {
  if (closedBecause !== 'ended' || bidCount === 0) return 'Not sold'
  return bidCount === null ? null : dollars(finalPrice)
}

const dollars = (amount: number | null) => (amount === null ? null : formatDollars(amount))

function countText(count: number | null): string | null {
  if (count === null) return null
  return count === 0 ? 'None' : String(count)
}
