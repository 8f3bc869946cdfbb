import * as z from 'zod/mini'
import { type Endpoint, IdParams, NoData } from './endpoint.ts'
import { EmailInput } from './identity/account.ts'
import { NotStopped } from './pause.ts'

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
  orders: Records,
  pauses: Records,
  trials: Records,
  subscriptions: Records,
  product_events: Records,
  login_failure_trail: Records,
  payment_customer: Records,
  payment_pages: Records,
  invoices: Records,
  notifications: Records,
  alert_destinations: Records,
  alert_preferences: Records,
  alert_snoozes: Records,
  security_log: Records,
  mails: Records,
  mail_links: Records,
  deletion_requests: Records,
})
export type AccountExport = z.infer<typeof AccountExport>

export const exportAccount = {
  method: 'GET',
  path: '/account/export',
  access: 'recently-proven',
  summary: 'Everything that is stored about the account, as one file',
  data: NoData,
  file: AccountExport,
} as const satisfies Endpoint

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

export const previewDeletion = {
  method: 'GET',
  path: '/account/deletion',
  access: 'signed-in',
  summary: 'What deleting the account would do now',
  data: z.object({
    /** How long signing in cancels the deletion. */
    grace_days: z.int(),
    has_site_login: z.boolean(),
    /** Pending bids, and bids at the site whose auctions have not been settled. */
    bids: z.array(BidAtStake),
  }),
} as const satisfies Endpoint

/** Ends all sessions of the account, this one too. Replies when engines have released the bids that can be stopped. */
export const deleteAccount = {
  method: 'DELETE',
  path: '/account',
  access: 'recently-proven',
  summary: 'Delete the account: its site login and pending bids at once, the rest after the days of grace',
  data: z.object({ due_at: z.iso.datetime(), not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

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

export const listDeletions = {
  method: 'GET',
  path: '/admin/deletions',
  access: 'admin',
  summary: 'The requests to delete accounts, at most a hundred: open ones first, then the latest',
  data: z.object({ deletions: z.array(Deletion) }),
} as const satisfies Endpoint

/** Needs a recent proof, like `deleteAccount`. The owner of the account is told the reason by mail. */
export const deleteAccountOf = {
  method: 'POST',
  path: '/admin/deletions',
  access: 'admin',
  summary: 'Delete the account of somebody else, with a reason',
  body: z.strictObject({
    email: EmailInput.check(z.minLength(1)),
    reason: z.string().check(z.minLength(1), z.maxLength(500)),
  }),
  data: z.object({ due_at: z.iso.datetime(), not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

/** Cancels a request, whoever made it. The owner of the account is told by mail. */
export const keepAccount = {
  method: 'POST',
  path: '/admin/deletions/:id/cancel',
  access: 'admin',
  summary: 'Cancel a request to delete an account',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint
