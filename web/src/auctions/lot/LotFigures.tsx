import type { ReactNode } from 'react'
import { priceSteps } from '../price/price-steps.ts'
import { bidsText, headroom } from '../price/price-text.ts'
import { isOver, type LotState } from './lot-state.ts'
import type { Lot } from './lot.ts'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { Price } from '../price/Price.tsx'
import { Sparkline } from '../price/Sparkline.tsx'
import { Age } from '../../time/LiveTime.tsx'
import { STALE_PRICE_MS } from './use-fresh-price.ts'

type LotFiguresProps = {
  lot: Lot
  state: LotState
  now: number
  /** The actions. */
  children: ReactNode
}

/** Price, maximum, sparkline and actions: a row of its own on a phone, columns of the card in a wide list. */
export function LotFigures({ lot, state, now, children }: LotFiguresProps) {
  const { auction, bid } = lot
  const over = isOver(auction, now)
  const max = bid?.maxBid ?? (over ? auction.maxBid : null)
  // The site has refused the bid as too low, and the price has not been read since.
  const isPriceOutdated = state === 'over_max' && max !== null && centsOf(auction.minimumBid) <= centsOf(max)
  return (
    <div className="col-span-full flex items-end gap-3 border-t border-line pt-2 @row:contents">
      {over ? (
        <Figure label="Bids" value={<span className="font-semibold tabular">{auction.bidCount}</span>} />
      ) : (
        <Figure
          label={
            <Age
              since={auction.lastCheckedAt}
              fromMs={STALE_PRICE_MS}
              freshText="Price now"
              prefix="Price "
              suffix=" old"
            />
          }
          value={<Price dollars={auction.currentBid} />}
        >
          {bidsText(auction.bidCount)}
          <br />
          next {formatDollars(auction.minimumBid)}
        </Figure>
      )}
      {max === null ? (
        <span className="hidden @row:block" />
      ) : (
        <Figure label="Your max" value={<span className="font-semibold tabular">{formatDollars(max)}</span>}>
          <span className={state === 'over_max' ? 'text-outbid' : ''}>
            {!over && !isPriceOutdated && headroom(auction, max)}
          </span>
        </Figure>
      )}
      <div className="hidden @4xl:block">
        <Sparkline steps={priceSteps(auction, max, now)} ceiling={max} />
      </div>
      {children}
    </div>
  )
}

const Figure = ({ label, value, children }: { label: ReactNode; value: ReactNode; children?: ReactNode }) => (
  <div className="min-w-0 flex-1 self-start text-label text-ink-2 tabular @row:self-center">
    <div className="whitespace-nowrap">{label}</div>
    <div className="text-body text-ink">{value}</div>
    {children}
  </div>
)
