import type { Receipt } from '@bidwell/contract'
import { PriceChart } from '../../auctions/price/PriceChart.tsx'
import { siteClock } from '../../time/site-clock.ts'

/** The price steps with the moment of the bid; nothing where there is one price. */
export function ReceiptChart({ receipt }: { receipt: Receipt }) {
  const { bid, price_history: history, sent_at: sentAt } = receipt
  const priceHistory = history.map(({ at, price, bid_count }) => ({ at: Date.parse(at), price, bidCount: bid_count }))
  const last = priceHistory.at(-1)
  if (last === undefined) return null
  const endsOn = Date.parse(receipt.ends_at)
  return (
    <PriceChart
      auction={{
        priceHistory,
        currentBid: bid.final_price ?? last.price,
        bidCount: last.bidCount,
        endsOn,
        lastCheckedAt: bid.final_price === null ? last.at : endsOn,
        createdAt: Date.parse(bid.created_at),
      }}
      ceiling={bid.max_bid}
      bidAt={sentAt === null ? null : Date.parse(sentAt)}
      now={siteClock.now()}
    />
  )
}
