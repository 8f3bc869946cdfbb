import type { Generated, Selectable } from 'kysely'

export type BillingCustomerTable = {
  account_id: number
  external_id: string | null
  is_test: boolean
  creation_key: Generated<string>
  readings_begun: Generated<number>
  reading_stored: Generated<number>
  read_at: Date | null
  checkouts_begun: Generated<number>
  changes_begun: Generated<number>
  change_sent_at: Generated<Date | null>
}

export type CheckoutSessionTable = {
  external_id: string
  account_id: number
  plan: string
  billing_interval: 'month' | 'year'
  opened_at: Date
  closed_at: Date | null
}

export type InvoiceTable = {
  external_id: string
  account_id: number
  subscription_external_id: string | null
  number: string | null
  amount_cents: number
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  went_back: 'disputed' | 'returned' | null
  url: string | null
  created_at: Date
  receipt_mailed_at: Date | null
  failure_mailed_at: Date | null
  dispute_mailed_at: Generated<Date | null>
}
export type InvoiceRow = Selectable<InvoiceTable>

export type PaymentEventTable = { external_id: string; kind: string; received_at: Date }

export type ClosingCustomerTable = { external_id: string; since: Generated<Date> }
