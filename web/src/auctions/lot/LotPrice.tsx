import { AUCTION, type Auction } from '@bidwell/contract'
import { Age } from '../../time/LiveTime.tsx'
import { formatDollars } from '../../ui/money.ts'
import { bidsText } from '../price/price-text.ts'
import { Price } from '../price/Price.tsx'
import { useFreshPrice } from './use-fresh-price.ts'

/** The price of the open lot with its age. An old price is read again when the lot is opened. */
export function LotPrice({ auction, over }: { auction: Auction; over: boolean }) {
  const { checking, failure } = useFreshPrice(auction, over)
  return (
    <div className="text-small text-ink-2 tabular">
      <p>
        <Price dollars={auction.currentBid} readAt={auction.lastCheckedAt} className="text-lead text-ink" />{' '}
        {bidsText(auction.bidCount)}
        {!over && ` · next bid ${formatDollars(auction.minimumBid)}`}
      </p>
      {!over && (
        <p>
          <Age
            since={auction.lastCheckedAt}
            fromMs={AUCTION.stalePriceMs}
            freshText="Price now"
            prefix="Price "
            suffix=" old"
          />
          {checking && ' · reading it again…'}
        </p>
      )}
      {failure !== null && !over && <p className="text-warning">{failure}</p>}
    </div>
  )
}
