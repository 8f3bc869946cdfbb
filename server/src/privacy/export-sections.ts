import { type RawBuilder, sql } from 'kysely'
import { activeUntil } from '../identity/accounts/active-accounts.ts'

/** Whose data: the account, and the keyed hash of its e-mail under which browsers' reports are stored. */
type Subject = { accountId: number; emailHash: Buffer }

type Section = {
  /** The tables that the section reads. */
  tables: readonly string[]
  /** The account's rows, each as it is written into the file. */
  rows: (subject: Subject) => RawBuilder<object>
}

const from = (table: string, columns: string, order: string): Section => ({
  tables: [table],
  rows: ({ accountId }) =>
    sql`select ${sql.raw(columns)} from ${sql.table(table)} where account_id = ${accountId} order by ${sql.raw(order)}`,
})

/** What the file of an account consists of, in its order. Secrets and their hashes are never among the columns. */
export const EXPORT_SECTIONS = {
  account: {
    tables: ['accounts', 'active_accounts'],
    rows: ({ accountId }) => sql`
      select id, email, email_verified_at, auth_provider, password_hash is not null as has_password, terms_version,
             privacy_version, terms_accepted_at, phone_number, sms_opt_in, default_seconds_before_end, day_limit_cents,
             week_limit_cents, month_limit_cents, shipping_zip, tax_millionths, tax_on, quote_margin_percent,
             bidding_paused_at, ${activeUntil} as active_until, tour_outcome, tour_ended_at, results_seen_until,
             alert_choices, quiet_from, quiet_to, zone, urgent_wakes, ending_soon_minutes, created_at, updated_at
        from accounts a where id = ${accountId}`,
  },
  google_identities: from('google_identities', 'issuer, subject, email, linked_at', 'linked_at'),
  administrator: from('administrators', 'appointed_at', 'appointed_at'),
  authenticator_apps: from('totp_secrets', 'created_at, confirmed_at, failures, last_failed_at', 'created_at'),
  recovery_codes: from('recovery_codes', 'created_at, used_at', 'created_at'),
  passkeys: from('passkeys', 'id, credential_id, name, transports, signature_count, created_at, last_used_at', 'id'),
  sessions: from(
    'sessions',
    `id, remember_me, proven_at, expires_at, absolute_expires_at, revoked_at, revoked_reason, user_agent, ip_address,
     last_ip_address, created_at, last_used_at`,
    'created_at, id',
  ),
  known_callers: from('known_callers', 'caller, first_used_at, last_used_at', 'first_used_at, caller'),
  site_logins: from(
    'connections',
    'id, marketplace, masked_username, state, state_detail, token_expires_at, last_verified_at, created_at, updated_at',
    'id',
  ),
  uses_of_site_logins: from('vault_uses', 'id, connection_id, process, purpose, bid_id, outcome, at', 'id'),
  auctions: {
    tables: ['tracked_auctions', 'listings'],
    rows: ({ accountId }) => sql`
      select t.id, l.marketplace, l.auction_id, l.title, l.seller, l.category, l.current_price_cents, l.ends_at,
             l.closed_at, l.closed_reason, t.status, t.bid_timing_preference, t.wanted_max_cents, t.note,
             t.labels, t.said_paid_at, t.alerts_muted_until, t.removed_at, t.deleted_at, t.created_at, t.updated_at
        from tracked_auctions t join listings l on l.id = t.listing_id
       where t.account_id = ${accountId} order by t.id`,
  },
  bids: {
    tables: ['bids', 'listings', 'bid_events'],
    rows: ({ accountId }) => sql`
      select b.id, b.tracked_auction_id, l.auction_id, l.title, b.max_bid_cents, b.seconds_before_end, b.status,
             b.outcome, b.fire_at, b.executed_at, b.settled_at, b.final_price_cents, b.error_detail, b.site_message,
             b.pending, b.all_in_cents, b.cost_basis, b.preflight_at, b.preflight_findings, b.orders_checked_at,
             b.group_id, b.group_rank, b.group_granted_at, b.group_released_at, b.group_released_because,
             b.group_held_because, b.counted_at, b.deleted_at, b.created_at, b.updated_at,
             (select coalesce(jsonb_agg(jsonb_build_object(
                       'kind', e.kind, 'at', e.at, 'uncertainty_ms', e.uncertainty_ms, 'detail', e.detail,
                       'recorded_at', e.recorded_at) order by e.at, e.id), '[]')
                from bid_events e where e.bid_id = b.id) as events
        from bids b join listings l on l.id = b.listing_id
       where b.account_id = ${accountId} order by b.id`,
  },
  bid_groups: from('bid_groups', 'id, name, most_wins, extra_wins, budget_cents, created_at, deleted_at', 'id'),
  orders: from(
    'orders',
    `marketplace, auction_id, order_id, items_in_order, paid, price_cents, pay_by, shipping_cents, handling_cents, tax_cents,
     tracking_number, shipper, first_seen_at, last_seen_at, unpaid_seen_at, paid_seen_at`,
    'first_seen_at, auction_id',
  ),
  sales: from(
    'sales',
    'marketplace, auction_id, sold_for_cents, fees_cents, sold_on, sold_at, refund_cents',
    'sold_on, auction_id',
  ),
  past_orders: from(
    'past_orders',
    `marketplace, auction_id, order_id, items_in_order, title, seller, ended_at, ordered_on, paid_on,
     shipped_on, price_cents, shipping_cents, handling_cents, tax_cents, additional_fee_cents, donation_cents,
     tracking_number`,
    'ended_at, auction_id',
  ),
  order_readings: from(
    'order_readings',
    `marketplace, unpaid_read_at, unpaid_failed_at, paid_read_at, paid_failed_at, login_refused, next_read_at, asked_at`,
    'marketplace',
  ),
  site_lists: from('site_lists', 'marketplace, asked_at, due_at, read_at, failure, auctions', 'marketplace'),
  searches: {
    tables: ['searches', 'site_searches'],
    rows: ({ accountId }) => sql`
      select w.id, s.marketplace, w.words, s.max_price_cents, s.category_id, w.category_name, s.seller_id, w.seller_name,
             s.delivery, w.created_at, w.watched_since
        from searches w join site_searches s on s.id = w.site_search_id
       where w.account_id = ${accountId} order by w.id`,
  },
  imports: {
    tables: ['imports', 'import_lines'],
    rows: ({ accountId }) => sql`
      select i.id, i.marketplace, i.bids_of_session, i.confirms_high, i.created_at, i.due_at, i.begun_at, i.ended_at,
             (select coalesce(json_agg(json_build_object(
                       'line', l.line, 'auction_id', l.auction_id, 'max_cents', l.max_cents, 'seconds', l.seconds,
                       'note', l.note, 'attempts', l.attempts, 'state', l.state, 'fault', l.fault) order by l.line), '[]')
                from import_lines l where l.import_id = i.id) as lines
        from imports i where i.account_id = ${accountId} order by i.id`,
  },
  pauses: from('pauses', 'id, state, requested_by, reason, at', 'id'),
  trials: from('trials', 'started_at, ends_at, reminded_days, expired_at', 'started_at'),
  subscriptions: from(
    'subscriptions',
    `external_id, plan, billing_interval, amount_cents, status, started_at, current_period_end, cancel_at_period_end,
     next_plan, next_interval, next_amount_cents, next_starts_at, past_due_since, ended_at`,
    'account_id',
  ),
  product_events: from('product_events', 'id, kind, at', 'id'),
  login_failure_trail: {
    tables: ['login_failure_trail'],
    rows: ({ emailHash }) => sql`
      select id, step, session_id, error_type, attempt_count, user_agent, recovery_method, at
        from login_failure_trail where email_hash = ${emailHash} order by id`,
  },
  payment_customer: from('billing_customers', 'external_id, is_test, read_at', 'account_id'),
  invoices: from(
    'invoices',
    'external_id, subscription_external_id, number, amount_cents, status, url, created_at',
    'created_at, external_id',
  ),
  notifications: from('notifications', 'id, kind, bid_id, tracked_auction_id, "values", at, read_at', 'id'),
  alert_destinations: from(
    'destinations',
    'id, channel, address, label, verified_at, stopped_at, stopped_because, shown_at, created_at',
    'id',
  ),
  api_tokens: from(
    'api_tokens',
    'id, name, scope, max_bid_cents, day_cap_cents, ask_above_cents, created_at, expires_at, last_used_at, last_ip_address',
    'created_at',
  ),
  bid_requests: from(
    'bid_requests',
    'id, api_token_id, tracked_auction_id, max_bid_cents, seconds_before_end, state, asked_at, answered_at',
    'id',
  ),
  calendar_feeds: from('calendar_feeds', 'shows_maxima, created_at, last_read_at', 'created_at'),
  security_log: from('security_events', 'id, kind, outcome, ip_address, user_agent, request_id, detail, at', 'id'),
  mails: from('deliveries', 'id, kind, recipient, attempts, ended_at, outcome, created_at', 'created_at, id'),
  mail_links: from('mail_links', 'id, purpose, email, expires_at, used_at, created_at', 'id'),
  deletion_requests: from(
    'account_deletions',
    'id, requested_by, reason, requested_at, due_at, cancelled_at, completed_at',
    'id',
  ),
} as const satisfies Record<string, Section>

/** The tables with rows of accounts that the file leaves out, each with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  idempotency_keys: 'Answers to repeated requests, kept for a day: copies of records that the file has.',
  read_shares: 'How many reads of the site the account has left, for an hour.',
  alert_links:
    'Links of alerts, by a hash that nobody can undo: what they are about is in the lists of bids and auctions.',
  login_attempts:
    'Site logins within the last hour that were refused, by a hash of the user name that nobody can undo.',
  identity_challenges: 'Hashes of random questions that a browser has minutes to answer.',
}
