import type { Auction } from '@bidwell/contract'
import { shippingText } from '../price/price-text.ts'
import { FactList } from './FactList.tsx'

/** The item's facts from the site. */
export function LotFacts({ auction }: { auction: Auction }) {
  const facts = [
    ['Shipping', shippingText(auction)],
    ['Seller', auction.seller],
    ['Condition', auction.itemCondition],
    ['Category', auction.category],
    ['Item number', auction.auctionId],
  ] as const
  return (
    <div>
      <FactList facts={facts} />
      {auction.description !== null && auction.description !== '' && (
        <details className="mt-3 text-small">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Description</summary>
          <p className="break-words whitespace-pre-line text-ink-2">{auction.description}</p>
        </details>
      )}
    </div>
  )
}
