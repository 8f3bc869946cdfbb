import type { Auction } from '@bidwell/contract'
import { ClosedLotFacts } from '../closed/ClosedLotFacts.tsx'
import { FactList } from '../price/FactList.tsx'
import { shippingText } from '../price/price-text.ts'

/** The item's facts from the site, and how its sale went once it has closed. */
export function LotFacts({ auction }: { auction: Auction }) {
  const facts = [
    ['Shipping', shippingText(auction)],
    ['Seller', auction.seller],
    ['Condition', auction.itemCondition],
    ['Category', auction.categories.join(', ')],
    ['Item number', auction.auctionId],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      {auction.closedBecause !== null && <ClosedLotFacts key={auction.id} auctionId={auction.id} heading="h3" />}
      <FactList facts={facts} />
      {auction.description !== null && auction.description !== '' && (
        <details className="text-small">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Description</summary>
          <p className="break-words whitespace-pre-line text-ink-2">{auction.description}</p>
        </details>
      )}
    </div>
  )
}
