import * as z from 'zod/mini'

const Records = z.array(z.record(z.string(), z.unknown()))

/**
 * The file of everything that is stored about an account: one list per kind of record, in the order in which they were
 * written. Fields have the names of docs/export.md. Amounts end in `_cents`, instants are ISO 8601 in UTC.
 */
export const AccountExport = z.object({
  format: z.literal('bidwell-account'),
  version: z.literal(1),
  exported_at: z.iso.datetime(),
  account: Records,
  google_identities: Records,
  administrator: Records,
  authenticator_apps: Records,
  recovery_codes: Records,
  passkeys: Records,
  sessions: Records,
  known_callers: Records,
  site_logins: Records,
  uses_of_site_logins: Records,
  auctions: Records,
  bids: Records,
  bid_groups: Records,
  orders: Records,
  sales: Records,
  past_orders: Records,
  order_readings: Records,
  site_lists: Records,
  searches: Records,
  imports: Records,
  pauses: Records,
  trials: Records,
  subscriptions: Records,
  product_events: Records,
  login_failure_trail: Records,
  payment_customer: Records,
  invoices: Records,
  notifications: Records,
  alert_destinations: Records,
  api_tokens: Records,
  bid_requests: Records,
  calendar_feeds: Records,
  security_log: Records,
  mails: Records,
  mail_links: Records,
  deletion_requests: Records,
})
export type AccountExport = z.infer<typeof AccountExport>

/** A pending bid, and what deleting the account now would do to it. `ends_at` is on the site's clock. */
export const BidAtStake = z.object({
  id: z.int(),
  auction_id: z.string(),
  title: z.string(),
  ends_at: z.iso.datetime(),
  max_bid: z.number(),
  fate: z.enum(['cancelled', 'sent']),
})
export type BidAtStake = z.infer<typeof BidAtStake>

/** A request to delete an account, for the operator. After the deletion only the number and the dates are left. */
export const Deletion = z.object({
  id: z.int(),
  account_id: z.int(),
  /** Null once the account is gone. */
  email: z.nullable(z.string()),
  requested_by: z.enum(['owner', 'operator']),
  reason: z.nullable(z.string()),
  state: z.enum(['waiting', 'overdue', 'cancelled', 'completed']),
  requested_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  /** When it was cancelled or completed. */
  ended_at: z.nullable(z.iso.datetime()),
  /** Bids that are not settled, auctions and site logins that the account still has. */
  left: z.object({ open_bids: z.int(), auctions: z.int(), site_logins: z.int() }),
})
export type Deletion = z.infer<typeof Deletion>
