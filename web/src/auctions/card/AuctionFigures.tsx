import type { Auction } from '@bidwell/contract'
import { memo, type ReactNode } from 'react'
import { Age } from '../../time/LiveTime.tsx'
import { classNames } from '../../ui/class-names.ts'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { OLD_PRICE_MS } from '../price/old-price.ts'
import { placeIn, priceSteps, type PriceSteps, stepPath } from '../price/price-steps.ts'
import { bidsText, headroom, shortHeadroom } from '../price/price-text.ts'
import { Price } from '../price/Price.tsx'
import { isOver, type AuctionState } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { PLACE } from './columns.ts'

type AuctionFiguresProps = {
  tracked: TrackedAuction
  state: AuctionState
  now: number
  /** The actions. */
  children: ReactNode
}

/** Price, maximum, sparkline and actions: a row of its own on a phone, columns of the card in a wide list. */
export function AuctionFigures({ tracked, state, now, children }: AuctionFiguresProps) {
  const { auction } = tracked
  const over = isOver(auction, now)
  const max = maxOf(tracked, over)
  const isPlan = isPlanned(tracked, max)
  return (
    <div
      className={classNames(
        'col-span-full flex items-end gap-3 border-t border-line pt-2 phone:gap-2 phone:border-0 phone:pt-0 roomy:contents dense:contents',
        // In a card as wide as a phone, the button that schedules a bid leaves no room for two figures beside it.
        isPlan && 'flex-wrap justify-end *:min-w-fit phone:flex-nowrap phone:*:min-w-0 roomy:*:min-w-0 dense:*:min-w-0',
      )}
    >
      {over ? <NumberOfBids auction={auction} /> : <CurrentPrice auction={auction} />}
      {max === null ? <span className="hidden roomy:block" /> : <Maximum {...{ auction, state, max, isPlan, over }} />}
      <div className="hidden roomy:block">
        {auction.bidCount > 0 && <Sparkline steps={priceSteps(auction, max, now)} ceiling={max} />}
      </div>
      {children}
    </div>
  )
}

/** The maximum to show: that of the bid, or else the planned one. Dollars. */
function maxOf({ auction, bid, bidUnknown }: TrackedAuction, over: boolean): number | null {
  if (bidUnknown && !over) return null
  // Nothing is sent for a maximum that no bid has, and after the close it says nothing.
  const planned = over && !bidUnknown && auction.status === 'active' ? null : auction.maxBid
  return bid?.maxBid ?? planned
}

const isPlanned = ({ auction, bid }: TrackedAuction, max: number | null) =>
  max !== null && bid === null && auction.status === 'active'

const NumberOfBids = ({ auction }: { auction: Auction }) => (
  <Figure
    label="Bids"
    place={PLACE.time}
    value={
      <span className="font-semibold tabular">
        <span className="dense:hidden">{auction.bidCount}</span>
        {/* The heading above a row may still be that of the time left. */}
        <span className="hidden dense:inline">{bidsText(auction.bidCount)}</span>
      </span>
    }
  />
)

const CurrentPrice = ({ auction }: { auction: Auction }) => (
  <Figure
    label={auction.bidCount === 0 ? 'Starts at' : 'Price'}
    place={PLACE.price}
    value={<Price dollars={auction.currentBid} readAt={auction.lastCheckedAt} />}
  >
    {/* A row has room for the age or the number of bids, and a phone's card for the age alone. */}
    <span className="phone:hidden dense:has-[+:not(:empty)]:hidden">{bidsText(auction.bidCount)}</span>
    <Age
      since={auction.lastCheckedAt}
      fromMs={OLD_PRICE_MS}
      freshText=""
      prefix=""
      suffix=" old"
      className="not-empty:before:content-['_·_'] phone:before:hidden dense:before:hidden"
    />
  </Figure>
)

type MaximumProps = { auction: Auction; state: AuctionState; max: number; isPlan: boolean; over: boolean }

function Maximum({ auction, state, max, isPlan, over }: MaximumProps) {
  // The site has refused the bid as too low, and the price has not been read since.
  const isPriceOutdated = state === 'over_max' && centsOf(auction.minimumBid) <= centsOf(max)
  return (
    <Figure
      label={isPlan ? 'Planned max' : 'Your max'}
      place={PLACE.max}
      value={<span className="font-semibold tabular">{formatDollars(max)}</span>}
    >
      {isPlan && <span className="hidden dense:block">planned</span>}
      <span
        className={classNames(
          isPlan && 'dense:hidden',
          (state === 'over_max' || state === 'bid_again') && 'text-outbid',
        )}
      >
        {!over && !isPriceOutdated && (
          <>
            <span className="phone:hidden dense:hidden">{headroom(auction, max)}</span>
            <span className="hidden dense:inline" title={headroom(auction, max)}>
              {shortHeadroom(auction, max)}
            </span>
          </>
        )}
      </span>
    </Figure>
  )
}

type FigureProps = { label: string; place: string; value: ReactNode; children?: ReactNode }

const Figure = ({ label, place, value, children }: FigureProps) => (
  <div
    className={classNames(
      'min-w-0 flex-1 self-start text-label text-ink-2 tabular roomy:self-center roomy:text-right dense:self-center dense:text-right',
      place,
    )}
  >
    <div className="whitespace-nowrap dense:sr-only">{label}</div>
    <div className="text-body text-ink">{value}</div>
    {children}
  </div>
)

const BOX = { width: 64, height: 28 }

/** The price history without figures, with the maximum as a dashed line. */
const Sparkline = memo(({ steps, ceiling }: { steps: PriceSteps; ceiling: number | null }) => {
  const y = ceiling === null ? null : placeIn(steps, BOX).y(ceiling)
  const over = ceiling !== null && (steps.points.at(-1)?.price ?? 0) > ceiling
  return (
    <svg aria-hidden viewBox={`-1 -2 ${BOX.width + 2} ${BOX.height + 4}`} className="h-8 w-full" fill="none">
      <path d={stepPath(steps, BOX)} strokeWidth={1.5} className={over ? 'stroke-outbid' : 'stroke-accent'} />
      {y !== null && (
        <path d={`M0 ${y}H${BOX.width}`} strokeDasharray="3 3" strokeWidth={1.5} className="stroke-ink-2" />
      )}
    </svg>
  )
})
