import type { Selectable } from 'kysely'

export type ClosedLotTable = {
  marketplace: string
  auction_id: string
  title: string | null
  category: string | null
  seller_id: string
  seller: string | null
  starting_price_cents: number | null
  final_price_cents: number | null
  bid_increment_cents: number | null
  bid_count: number | null
  bidder_count: number | null
  second_amount_cents: number | null
  third_amount_cents: number | null
  price_day_before_cents: number | null
  price_hour_before_cents: number | null
  price_quarter_hour_before_cents: number | null
  shipping_cents: number | null
  ended_at: Date | null
  closed_reason: 'ended' | 'ended_early' | 'withdrawn'
}
export type ClosedLotRow = Selectable<ClosedLotTable>
