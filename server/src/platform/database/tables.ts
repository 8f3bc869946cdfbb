import type { PreflightFinding } from '@bidwell/contract'
import type { Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely'
import type { AlarmTable } from './alarm-tables.ts'
import type { AlertLinkTable, AlertPreferenceTable, AlertSnoozeTable, DestinationTable } from './alert-tables.ts'
import type {
  BillingCustomerTable,
  CheckoutSessionTable,
  ClosingCustomerTable,
  InvoiceTable,
  PaymentEventTable,
} from './billing-tables.ts'
import type { ReadShareTable } from './read-share-table.ts'
import type { ConnectionTable, LoginAttemptTable, VaultKeyTable, VaultUseTable } from './connection-tables.ts'
import type { ShippingEstimateTable } from './shipping-estimate-table.ts'
import type { ClosedLotTable } from './closed-lot-table.ts'
import type { DeliveryTable } from './delivery-tables.ts'
import type { GoogleIdentityTable, SpentGoogleTokenTable } from './google-tables.ts'
import type { AttemptBudgetTable, KnownCallerTable, LoginLockTable, SecurityEventTable } from './login-tables.ts'
import type { LinkRequestTable, MailboxTable, MailLinkTable } from './mail-tables.ts'
import type { SpentTrialTable, SubscriptionTable, TrialTable } from './plan-tables.ts'
import type { NotificationTable } from './notification-tables.ts'
import type { OrderTable } from './order-table.ts'
import type { OperatorPauseTable, PauseTable, UnloggedPauseTable } from './pause-tables.ts'
import type { AccountDeletionTable } from './privacy-tables.ts'
import type { PushKeyTable } from './push-key-table.ts'
import type {
  IdentityChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  TotpSecretTable,
} from './second-factor-tables.ts'
import type { TrailTables } from './trail-tables.ts'

/**
 * The tables, in the order of the migrations, where each column is explained. `timestamptz` is a `Date` here and epoch
 * milliseconds everywhere else; `bigint` is a number, because ids and cents stay far below 2^53.
 */
export type Tables = TrailTables & {
  accounts: AccountTable
  sessions: SessionTable
  idempotency_keys: IdempotencyKeyTable
  connections: ConnectionTable
  login_attempts: LoginAttemptTable
  vault_keys: VaultKeyTable
  vault_uses: VaultUseTable
  listings: ListingTable
  listing_prices: ListingPriceTable
  closed_lots: ClosedLotTable
  shipping_estimates: ShippingEstimateTable
  first_reads: FirstReadTable
  tracked_auctions: TrackedAuctionTable
  read_budgets: ReadBudgetTable
  read_shares: ReadShareTable
  site_clocks: SiteClockTable
  engines: EngineTable
  alarms: AlarmTable
  bids: BidTable
  bid_events: BidEventTable
  orders: OrderTable
  operator_pause: OperatorPauseTable
  pauses: PauseTable
  unlogged_pauses: UnloggedPauseTable
  security_events: SecurityEventTable
  deliveries: DeliveryTable
  mailbox: MailboxTable
  mail_links: MailLinkTable
  link_requests: LinkRequestTable
  administrators: { account_id: number; appointed_at: Date }
  google_identities: GoogleIdentityTable
  spent_google_tokens: SpentGoogleTokenTable
  totp_secrets: TotpSecretTable
  recovery_codes: RecoveryCodeTable
  passkeys: PasskeyTable
  identity_challenges: IdentityChallengeTable
  known_callers: KnownCallerTable
  login_locks: LoginLockTable
  attempt_budgets: AttemptBudgetTable
  account_deletions: AccountDeletionTable
  notifications: NotificationTable
  destinations: DestinationTable
  alert_preferences: AlertPreferenceTable
  alert_snoozes: AlertSnoozeTable
  alert_links: AlertLinkTable
  push_keys: PushKeyTable
  trials: TrialTable
  spent_trials: SpentTrialTable
  subscriptions: SubscriptionTable
  billing_customers: BillingCustomerTable
  checkout_sessions: CheckoutSessionTable
  invoices: InvoiceTable
  payment_events: PaymentEventTable
  closing_customers: ClosingCustomerTable
}

export type Db = Kysely<Tables>
/** The parameter type of queries that must run in a transaction. */
export type Tx = Transaction<Tables>

export type AccountTable = {
  id: Generated<number>
  email: string
  email_verified_at: Date | null
  auth_provider: Generated<'password' | 'google'>
  password_hash: string | null
  terms_version: string
  privacy_version: string
  terms_accepted_at: Date
  phone_number: string | null
  sms_opt_in: Generated<boolean>
  default_seconds_before_end: Generated<number>
  day_limit_cents: number | null
  shipping_zip: string | null
  bidding_paused_at: Date | null
  active_until: Date | null
  tour_outcome: 'completed' | 'skipped' | null
  tour_ended_at: Date | null
  created_at: Date
  updated_at: Date
}
export type AccountRow = Selectable<AccountTable>

export type SessionTable = {
  id: string
  account_id: number
  jti: string
  previous_jti: string | null
  rotated_at: Date | null
  remember_me: boolean
  proven_at: Date
  expires_at: Date
  revoked_at: Date | null
  revoked_reason: string | null
  user_agent: string | null
  ip_address: string | null
  last_ip_address: string | null
  absolute_expires_at: Date
  created_at: Date
  last_used_at: Date
}
export type SessionRow = Selectable<SessionTable>

export type IdempotencyKeyTable = {
  account_id: number
  key: string
  request_hash: string
  status: number | null
  answer: JSONColumnType<object | null, string | null | undefined, string | null>
  created_at: Date
}

export type ConnectionRow = Selectable<ConnectionTable>

export type ListingTable = {
  id: Generated<number>
  marketplace: string
  auction_id: string
  seller_id: string
  title: string
  seller: string | null
  category: string | null
  item_condition: string | null
  description: string | null
  image_urls: string[]
  starting_price_cents: number
  current_price_cents: number
  minimum_bid_cents: number
  bid_increment_cents: number
  bid_count: number
  shipping_cents: number | null
  handling_cents: number | null
  pickup_only: boolean
  observed_at: Date | null
  ends_at: Date
  ends_at_ambiguous: boolean
  closed_at: Date | null
  closed_reason: 'ended' | 'ended_early' | 'withdrawn' | null
  last_checked_at: Date
  next_check_at: Date | null
  read_claimed_until: Date | null
  check_failures: Generated<number>
  check_error: string | null
  created_at: Date
  updated_at: Date
}
export type ListingRow = Selectable<ListingTable>

export type ListingPriceTable = {
  listing_id: number
  at: Date
  price_cents: number
  bid_count: number
  previous_seen_at: Date | null
}

export type FirstReadTable = { marketplace: string; auction_id: string; claimed_until: Date }

export type TrackedAuctionTable = {
  id: Generated<number>
  account_id: number
  listing_id: number
  status: Generated<'active' | 'won' | 'lost' | 'outbid'>
  bid_timing_preference: Generated<string>
  planned_max_cents: Generated<number | null>
  removed_at: Date | null
  /** When the user deleted its row of the history. */
  deleted_at: Generated<Date | null>
  created_at: Date
  updated_at: Date
}

export type ReadBudgetTable = {
  marketplace: string
  tokens: number
  refilled_at: Date
  state: Generated<'ok' | 'backing_off'>
  state_since: Generated<Date>
  failure_kind: string | null
  failures: Generated<number>
  next_try_at: Date | null
  trial_until: Date | null
  user_waiting_until: Date | null
  user_read_at: Date | null
  answered_at: Date | null
  failing_items: JSONColumnType<
    { item: string; failures: number; failedAt: number; nextTryAt: number }[],
    string | undefined
  >
}
export type ReadBudgetRow = Selectable<ReadBudgetTable>

export type SiteClockTable = { marketplace: string; offset_ms: number; uncertainty_ms: number; measured_at: Date }

export type EngineTable = {
  id: Generated<number>
  host: string
  pid: number
  pid_started: string
  heartbeat: Generated<number>
  heartbeat_at: Generated<Date>
  unfit_reason: string | null
  started_at: Date
  stopped_at: Date | null
  folder_id: string | null
}
export type EngineRow = Selectable<EngineTable>

export type BidTable = {
  id: Generated<number>
  account_id: number
  tracked_auction_id: number
  listing_id: number
  max_bid_cents: number
  seconds_before_end: number
  status: Generated<'pending' | 'executed' | 'outbid' | 'failed' | 'cancelled' | 'auction_ended' | 'won' | 'lost'>
  fire_at: Date
  engine_id: number | null
  fence: Generated<number>
  login_version: number | null
  locked_in_at: Date | null
  uncertain_since: Date | null
  not_sent_before: Date | null
  pending_change: 'change' | 'cancel' | null
  pending_max_bid_cents: number | null
  pending_seconds_before_end: number | null
  preflight_due_at: Date | null
  preflight_at: Date | null
  preflight_findings: JSONColumnType<PreflightFinding[] | null, string | null | undefined, string | null>
  executed_at: Date | null
  settled_at: Date | null
  orders_checked_at: Date | null
  final_price_cents: number | null
  outcome: string | null
  error_detail: string | null
  site_message: string | null
  counted_at: Generated<Date>
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
}
export type BidRow = Selectable<BidTable>

export type BidEventTable = {
  id: Generated<number>
  key: string
  bid_id: number
  kind: string
  at: Date
  uncertainty_ms: number | null
  engine_id: number | null
  fence: number | null
  detail: JSONColumnType<Record<string, unknown>>
  recorded_at: Generated<Date>
  account_pseudonym: Generated<string | null>
}
