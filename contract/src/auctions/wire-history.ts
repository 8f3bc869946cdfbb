import { type Bid, bidFromWire } from '../wire.ts'
import type { WireHistoryEntry } from './history.ts'
import type { Sale } from './sale.ts'

/** Apart from the other records, so that no other page loads it. */

/** See `WireHistoryEntry`. */
export type HistoryEntry = {
  key: string
  result: WireHistoryEntry['result']
  at: number
  auctionId: string
  trackedAuctionId: number | null
  title: string
  note: string
  labels: string[]
  imageUrl: string | null
  itemUrl: string
  similarUrl: string
  finalPrice: number | null
  paid: number | null
  inAll: number | null
  inAllIsEstimate: boolean
  itemsInOrder: number | null
  total: number | null
  sale: Sale | null
  profit: number | null
  max: number | null
  margin: number | null
  bid: Bid | null
}

export const historyEntryFromWire = (wire: WireHistoryEntry): HistoryEntry => ({
  key: wire.key,
  result: wire.result,
  at: Date.parse(wire.at),
  auctionId: wire.auction_id,
  trackedAuctionId: wire.tracked_auction_id,
  title: wire.title,
  note: wire.note,
  labels: wire.labels,
  imageUrl: wire.image_url,
  itemUrl: wire.item_url,
  similarUrl: wire.similar_url,
  finalPrice: wire.final_price,
  paid: wire.paid,
  inAll: wire.in_all,
  inAllIsEstimate: wire.in_all_is_estimate,
  itemsInOrder: wire.items_in_order,
  total: wire.total,
  sale: wire.sale,
  profit: wire.profit,
  max: wire.max,
  margin: wire.margin,
  bid: wire.bid && bidFromWire(wire.bid),
})
