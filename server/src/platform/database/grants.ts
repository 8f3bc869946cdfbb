import type { Tables } from './generated-tables.ts'
import type { ProcessName } from './roles.ts'

/** Privileges as PostgreSQL writes them; a process without any is left out. */
type Grants = Partial<Record<ProcessName, string>>

/**
 * What each process may do with each table, and with which columns. A table is closed until it is named here. No process owns a
 * table, creates objects, or truncates; references and cascades run with the privileges of the owner. Locking a row takes
 * the right to update one of its columns. Deleting takes the right to read the columns in the condition.
 */
export const TABLE_GRANTS = {
  // The API says whether the database is that of its version.
  migrations: { api: 'select (name, checksum, applied_at)', jobs: 'select (applied_at)' },
  // Only the operator makes backups. The others tell whether they are made.
  backups: { api: 'select', jobs: 'select' },

  // Of the accounts, the other processes see what bidding needs: no password, no e-mail, no telephone number. The jobs ask
  // for shipping quotes, and so read the ZIP code, and send alerts.
  accounts: {
    api: 'select, insert, update',
    jobs: 'select (id, created_at, bidding_paused_at, shipping_zip, alert_choices, quiet_from, quiet_to, zone, urgent_wakes, ending_soon_minutes)',
    engine: 'select (id, bidding_paused_at)',
  },
  // The API marks who has a browser open. Every process reads their auctions more often.
  active_accounts: { api: 'select, insert, update', jobs: 'select', engine: 'select' },
  // The API takes requests to delete an account, and cancels them. Only the jobs carry them out, when they are due.
  account_deletions: {
    api: 'select, insert (account_id, requested_by, reason), update (cancelled_at)',
    jobs: 'select',
  },

  // Only the API signs users in. The jobs delete old rows.
  sessions: { api: 'select, insert, update', jobs: 'select (id, expires_at, revoked_at), delete' },
  // The API makes tokens for programs and lets them in. The jobs remind the owners, and delete what has expired.
  api_tokens: {
    api: 'select, insert, update, delete',
    jobs: 'select (id, account_id, name, expires_at, reminded_at), update (reminded_at), delete',
  },
  // Programs ask through the API, and their owner answers there. The jobs end what nobody answered.
  bid_requests: { api: 'select, insert, update (state, answered_at)', jobs: 'select, update (state, answered_at)' },
  idempotency_keys: { api: 'select, insert, update, delete', jobs: 'select (created_at), delete' },
  known_callers: { api: 'select, insert, update, delete', jobs: 'select (caller, last_used_at), delete' },
  login_locks: { api: 'select, insert, update, delete', jobs: 'select (updated_at, locked_until), delete' },
  attempt_budgets: { api: 'select, insert, update', jobs: 'select (updated_at), delete' },
  totp_secrets: { api: 'select, insert, update, delete' },
  recovery_codes: { api: 'select, insert, update, delete' },
  passkeys: { api: 'select, insert, update, delete' },
  identity_challenges: { api: 'select, insert, delete', jobs: 'select (expires_at), delete' },
  // Only the operator appoints administrators. A reset by mail may end it.
  administrators: { api: 'select, delete' },
  google_identities: { api: 'select, insert, delete' },
  used_once: { api: 'select, insert', jobs: 'select (expires_at), delete' },

  // Only the API stores site logins. The jobs remove those of deleted accounts.
  connections: { api: 'select, insert, update, delete', jobs: 'select, update, delete', engine: 'select, update' },
  login_attempts: { api: 'select, insert, delete' },
  vault_keys: { api: 'select, insert', jobs: 'select, insert', engine: 'select, insert' },
  vault_uses: { api: 'select, insert', jobs: 'select, insert', engine: 'insert' },

  // Every process reads items, and so records how an auction closed. Nothing deletes these records.
  listings: { api: 'select, insert, update', jobs: 'select, insert, update, delete', engine: 'select, insert, update' },
  listing_prices: { api: 'select, insert', jobs: 'select, insert', engine: 'select, insert' },
  closed_auctions: { api: 'select, insert, update', jobs: 'select, insert, update', engine: 'select, insert, update' },
  shipping_estimates: { api: 'select, insert, update', jobs: 'select, insert, update' },
  tracked_auctions: { api: 'select, insert, update', jobs: 'select, update', engine: 'select, update' },
  read_budgets: { api: 'select, insert, update', jobs: 'select, insert, update', engine: 'select, insert, update' },
  read_shares: {
    api: 'select, insert, update',
    jobs: 'select, insert, update, delete',
    engine: 'select, insert, update',
  },
  // Each process adds the reads that it has made. The API shows them.
  // Each process keeps the replies that it does not know. The operator's doctor prints them, and the jobs delete old ones.
  unknown_replies: {
    api: 'select, insert, update, delete',
    jobs: 'select, insert, update, delete',
    engine: 'select, insert, update, delete',
  },
  // People search through the API. The jobs run the searches, and delete what nobody looks for.
  search_pauses: { api: 'select, insert, update', jobs: 'select, insert, update' },
  site_searches: { api: 'select, insert, update, delete', jobs: 'select, update, delete' },
  found_items: { api: 'select', jobs: 'select, insert, update, delete' },
  searches: { api: 'select, insert, update, delete', jobs: 'select, update (watched_since)' },
  // What sold is kept for all who ask for the same words.
  sold_look_ups: { api: 'select, insert, update', jobs: 'select (read_at), delete' },
  site_clocks: { api: 'select', jobs: 'select', engine: 'select, insert, update' },

  bids: { api: 'select, insert, update', jobs: 'select, update', engine: 'select, update' },
  // An engine locks a group to count what it has out, and the jobs to end its bids; the column is one that nobody can change.
  bid_groups: { api: 'select, insert, update', jobs: 'select, update (id)', engine: 'select, update (id)' },
  // Records of what happened are written once.
  bid_events: { api: 'select, insert', jobs: 'select, insert', engine: 'select, insert' },
  orders: { api: 'select', jobs: 'select, insert, update', engine: 'select, insert, update' },
  // The API asks for readings. Every process that reads the lists says how that went.
  order_readings: {
    api: 'select, insert, update (asked_at, next_read_at)',
    jobs: 'select, insert, update',
    engine: 'select, insert, update',
  },
  // Owners write these through the API.
  sales: { api: 'select, insert, update, delete' },
  past_orders: { api: 'select, insert, update, delete' },
  // The API asks for what owners watch at the site, and the jobs read it.
  site_lists: { api: 'select, insert, update', jobs: 'select, update, delete' },
  // The API tracks the lines of imports. The jobs delete what is old, and the lines with it.
  imports: { api: 'select, insert, update', jobs: 'select (id, ended_at), delete' },
  import_lines: { api: 'select, insert, update' },
  // The jobs measure ended bids and note incidents. The API publishes both.
  measured_bids: { api: 'select', jobs: 'select, insert, update' },
  incidents: { api: 'select', jobs: 'select, insert, update, delete' },
  // Only engines say that an engine lives. The API publishes how they do.
  engines: {
    api: 'select (id, host, started_at, heartbeat_at, unfit_reason, stopped_at, timer_late_ms, bid_late_ms, free_bytes)',
    jobs: 'select, delete',
    engine: 'select, insert, update',
  },
  // The jobs say that they live, and tell administrators what is wrong. The API shows it, with or without them.
  jobs_processes: { api: 'select', jobs: 'select, insert, update, delete' },
  // Only the operator clears alarms and pauses everybody: by a command, or as an administrator through the API.
  alarms: { api: 'select, insert, delete', jobs: 'select, insert', engine: 'select, insert' },
  operator_pause: { api: 'select, update', jobs: 'select', engine: 'select' },
  pauses: { api: 'select, insert', jobs: 'select' },
  unlogged_pauses: { api: 'select, insert, update, delete', jobs: 'select, update, delete' },

  security_events: { api: 'select, insert', jobs: 'select (id, account_id, at), insert, delete' },

  // The API queues mails and the jobs send them. The administrator retries and cancels by functions. Only the jobs read what is in a mail: it may hold a link that sets a password.
  deliveries: {
    api: 'insert, select (id, position, account_id, channel, kind, recipient, attempts, next_try_at, give_up_at, leased_until, ended_at, outcome, said, notification_id, destination_id, shown_at, created_at), update (shown_at)',
    jobs: 'select, insert, update, delete',
  },
  mailbox: { api: 'select', jobs: 'select (id, sent_at), insert, delete' },
  mail_links: { api: 'select, insert, update, delete', jobs: 'select (id, expires_at), delete' },

  // Every process tells users what it did. The users read it through the API, and the jobs delete what is old.
  notifications: {
    api: 'select, insert, update (read_at)',
    jobs: 'select, insert, update (alert_due_at), delete',
    engine: 'select (id, account_id), insert',
  },
  // Users settle where their alerts go. The jobs send them, stop a place that the other side has ended, and seal its secrets
  // for another key.
  destinations: {
    api: 'select, insert, update, delete',
    jobs: 'select, update (settings, stopped_at, stopped_because, failing_since, failures, last_failed_at)',
  },
  calendar_feeds: { api: 'select, insert, update, delete' },
  // The jobs mail the links. Only the API follows them.
  alert_links: { api: 'select, update (used_at)', jobs: 'select (expires_at), insert, delete' },
  // Browsers get the public key from the API. Only the jobs send, so only they derive the private one.
  push_keys: { api: 'select', jobs: 'select, insert, update' },
  // What users did is written by the API, and what became of a trial or a subscription by the jobs too.
  product_events: { api: 'select, insert', jobs: 'select (id, at), insert, delete' },
  login_failure_trail: { api: 'select, insert', jobs: 'select (id, at), delete' },
  performance_metrics: { api: 'select, insert', jobs: 'select (id, at), delete' },

  // The API begins trials, the administrator moves their end through it, and the jobs record how they go on. Engines know no plans.
  trials: {
    api: 'select, insert, update (ends_at, reminded_days, expired_at)',
    jobs: 'select, update (reminded_days, expired_at)',
  },
  // The API and the jobs read subscriptions at Stripe. Only the jobs delete customers there.
  subscriptions: { api: 'select, insert, update', jobs: 'select, insert, update' },
  billing_customers: { api: 'select, insert, update', jobs: 'select, update' },
  invoices: { api: 'select, insert, update', jobs: 'select, insert, update' },
  closing_customers: { jobs: 'select, delete' },
} satisfies Record<keyof Tables, Grants>

/** Who may call which function. Triggers, and what a function calls that runs as its owner, need no grant. */
export const FUNCTION_GRANTS: Readonly<Record<string, readonly ProcessName[]>> = {
  enqueue_job: ['api', 'jobs', 'engine'],
  read_job_queue: ['api', 'jobs'],
  administrators_among: ['jobs'],
  address_of_token_owner: ['jobs'],
  address_of_customer: ['api', 'jobs'],
  delete_account: ['jobs'],
  delete_unused_accounts: ['jobs'],
}

/** Who may draw numbers. The columns named `id` need no grant for theirs. */
export const SEQUENCE_GRANTS: Readonly<Record<string, readonly ProcessName[]>> = { login_versions: ['api'] }
