export type ShippingEstimateTable = {
  listing_id: number
  zip: string
  shipping_cents: number | null
  handling_cents: number | null
  estimated_at: Date
}
