import type { Generated } from 'kysely'

export type OrderTable = {
  account_id: number
  marketplace: string
  auction_id: string
  order_id: string | null
  paid: boolean
  price_cents: number | null
  pay_by: string | null
  shipping_cents: number | null
  handling_cents: number | null
  tax_cents: number | null
  tracking_number: string | null
  shipper: string | null
  first_seen_at: Generated<Date>
  last_seen_at: Generated<Date>
}
