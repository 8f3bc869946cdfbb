// Generated from the migrations by `npm run tables`: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { JsonColumns } from './json-columns.ts'

export type Tables = {
  account_deletions: {
    id: GeneratedAlways<number>
    account_id: number
    requested_by: 'owner' | 'operator'
    reason: string | null
    requested_at: Generated<Date>
    due_at: Generated<Date>
    cancelled_at: Date | null
    completed_at: Date | null
  }
  accounts: {
    id: GeneratedAlways<number>
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
    bidding_paused_at: Date | null
    created_at: Date
    updated_at: Date
    tour_outcome: 'completed' | 'skipped' | null
    tour_ended_at: Date | null
    shipping_zip: string | null
    suspended_at: Date | null
    suspended_because: string | null
    results_seen_until: Date | null
    week_limit_cents: number | null
    month_limit_cents: number | null
    tax_millionths: Generated<number>
    tax_on: Generated<'bid' | 'all'>
    quote_margin_percent: Generated<number>
    alert_choices: ColumnType<JsonColumns['accounts']['alert_choices'], string | undefined, string>
    quiet_from: string | null
    quiet_to: string | null
    zone: string | null
    urgent_wakes: Generated<boolean>
    ending_soon_minutes: number | null
  }
  active_accounts: {
    account_id: number
    active_until: Date
  }
  administrators: {
    account_id: number
    appointed_at: Date
  }
  alarms: {
    kind:
      | 'journal_unreadable'
      | 'entry_rejected'
      | 'logins_limited'
      | 'retention_failed'
      | 'two_subscriptions'
      | 'subscription_unknown'
      | 'customer_not_closed'
      | 'orders_unreadable'
      | 'group_won_too_many'
    subject: string
    raised_at: Generated<Date>
  }
  alert_links: {
    token_hash: Buffer
    account_id: number
    action: 'stop_kind' | 'mute' | 'cancel'
    tracked_auction_id: number | null
    bid_id: number | null
    max_bid_cents: number | null
    expires_at: Date
    used_at: Date | null
    created_at: Date
    kind: string | null
  }
  api_tokens: {
    id: string
    account_id: number
    name: string
    token_hash: Buffer
    scope: 'read' | 'track' | 'bid'
    max_bid_cents: number | null
    day_cap_cents: number | null
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    last_ip_address: string | null
    reminded_at: Date | null
    ask_above_cents: number | null
  }
  attempt_budgets: {
    name: string
    capacity: number
    used: number
    updated_at: Date
  }
  backups: {
    id: GeneratedAlways<number>
    started_at: Generated<Date>
    taken_at: Date
    ended_at: Date | null
    file: string | null
    bytes: number | null
    row_count: number | null
    verified_at: Date | null
    failure: string | null
    removed_at: Date | null
  }
  bid_events: {
    id: GeneratedAlways<number>
    key: string
    bid_id: number
    kind: string
    at: Date
    uncertainty_ms: number | null
    engine_id: number | null
    fence: number | null
    detail: ColumnType<JsonColumns['bid_events']['detail'], string | undefined, string>
    recorded_at: Generated<Date>
    account_pseudonym: string | null
  }
  bid_groups: {
    id: GeneratedAlways<number>
    account_id: number
    name: string
    most_wins: number
    extra_wins: Generated<number>
    budget_cents: number | null
    created_at: Date
    deleted_at: Date | null
  }
  bid_requests: {
    id: GeneratedAlways<number>
    account_id: number
    api_token_id: string
    tracked_auction_id: number
    max_bid_cents: number
    seconds_before_end: number
    state: Generated<'open' | 'scheduled' | 'refused' | 'ended'>
    asked_at: Date
    answered_at: Date | null
  }
  bids: {
    id: GeneratedAlways<number>
    account_id: number
    tracked_auction_id: number
    listing_id: number
    max_bid_cents: number
    seconds_before_end: number
    status: Generated<'pending' | 'executed' | 'outbid' | 'failed' | 'cancelled' | 'auction_ended' | 'won' | 'lost'>
    fire_at: Date
    engine_id: number | null
    fence: Generated<number>
    locked_in_at: Date | null
    uncertain_since: Date | null
    not_sent_before: Date | null
    pending: ColumnType<JsonColumns['bids']['pending'] | null, string | null, string | null>
    preflight_due_at: Date | null
    preflight_at: Date | null
    preflight_findings: ColumnType<JsonColumns['bids']['preflight_findings'] | null, string | null, string | null>
    executed_at: Date | null
    settled_at: Date | null
    final_price_cents: number | null
    outcome: string | null
    error_detail: string | null
    deleted_at: Date | null
    created_at: Date
    updated_at: Date
    site_message: string | null
    login_version: number | null
    counted_at: Generated<Date>
    orders_checked_at: Date | null
    measured: Generated<boolean>
    restored_from: Date | null
    api_token_id: string | null
    group_id: number | null
    group_rank: number | null
    group_granted_at: Date | null
    group_released_at: Date | null
    group_released_because:
      | 'price_above_max'
      | 'other_bidder_won'
      | 'no_bid_at_site'
      | 'never_sent'
      | 'user_said'
      | null
    group_held_because: 'won' | 'unknown' | 'budget' | 'order' | null
    group_held_for: number | null
    all_in_cents: number | null
    cost_basis: ColumnType<JsonColumns['bids']['cost_basis'] | null, string | null, string | null>
  }
  billing_customers: {
    account_id: number
    external_id: string | null
    readings_begun: Generated<number>
    reading_stored: Generated<number>
    read_at: Date | null
    is_test: boolean
  }
  calendar_feeds: {
    account_id: number
    token_hash: Buffer
    shows_maxima: boolean
    created_at: Date
    last_read_at: Date | null
  }
  closed_auctions: {
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
  closing_customers: {
    external_id: string
    since: Generated<Date>
  }
  connections: {
    id: GeneratedAlways<number>
    account_id: number
    marketplace: string
    masked_username: string
    sealed_credentials: ColumnType<JsonColumns['connections']['sealed_credentials'], string, string>
    sealed_token: ColumnType<JsonColumns['connections']['sealed_token'] | null, string | null, string | null>
    token_expires_at: Date | null
    version: Generated<number>
    state: Generated<'connected' | 'refused' | 'unreachable'>
    state_detail: string | null
    last_verified_at: Date | null
    login_started_at: Date | null
    created_at: Date
    updated_at: Date
    token_machine: string | null
    renewal_requested_at: Date | null
    site_user_hash: Buffer | null
  }
  deliveries: {
    id: string
    account_id: number | null
    kind: string
    recipient: string
    content: ColumnType<JsonColumns['deliveries']['content'] | null, string | null, string | null>
    attempts: Generated<number>
    next_try_at: Date | null
    give_up_at: Date
    said: string | null
    created_at: Date
    channel: 'email' | 'push' | 'sms' | 'webhook'
    position: GeneratedAlways<number>
    leased_until: Date | null
    ended_at: Date | null
    outcome: 'sent' | 'refused' | 'too_late' | 'dropped' | null
    destination_id: number | null
    shown_at: Date | null
    notification_id: number | null
  }
  destinations: {
    id: GeneratedAlways<number>
    account_id: number
    channel: 'email' | 'push' | 'sms' | 'webhook'
    address: string
    label: string
    settings: ColumnType<JsonColumns['destinations']['settings'], string | undefined, string>
    verified_at: Date | null
    stopped_at: Date | null
    stopped_because: string | null
    shown_at: Date | null
    created_at: Generated<Date>
    failing_since: Date | null
    failures: Generated<number>
    last_failed_at: Date | null
  }
  engines: {
    id: GeneratedAlways<number>
    host: string
    pid: number
    pid_started: string
    heartbeat: Generated<number>
    heartbeat_at: Generated<Date>
    unfit_reason: string | null
    started_at: Date
    stopped_at: Date | null
    folder_id: string | null
    timer_late_ms: number | null
    bid_late_ms: number | null
    free_bytes: number | null
  }
  found_items: {
    site_search_id: number
    auction_id: string
    title: string
    seller_id: string
    category_id: string | null
    category: string | null
    image_url: string | null
    price_cents: number
    bid_count: number
    ends_at: Date
    found_at: Date
    is_told: Generated<boolean>
  }
  google_identities: {
    issuer: string
    subject: string
    account_id: number
    email: string
    linked_at: Date
  }
  idempotency_keys: {
    account_id: number
    key: string
    request_hash: string
    status: number | null
    answer: ColumnType<JsonColumns['idempotency_keys']['answer'] | null, string | null, string | null>
    created_at: Date
    attempt: string | null
    done_at: Date | null
  }
  identity_challenges: {
    challenge_hash: Buffer
    purpose: 'second_factor' | 'passkey_login' | 'proof' | 'add_passkey'
    account_id: number | null
    session_id: string | null
    remember_me: boolean | null
    expires_at: Date
  }
  import_lines: {
    import_id: number
    line: number
    auction_id: string
    max_cents: number | null
    seconds: number
    note: string
    attempts: Generated<number>
    state: Generated<'waiting' | 'begun' | 'tracked' | 'scheduled' | 'already_tracked' | 'failed' | 'cancelled'>
    fault: string | null
  }
  imports: {
    id: GeneratedAlways<number>
    account_id: number
    marketplace: string
    bids_of_session: string | null
    confirms_high: boolean
    created_at: Date
    due_at: Date
    begun_at: Date | null
    ended_at: Date | null
    by_token: string | null
  }
  incidents: {
    id: GeneratedAlways<number>
    kind: string
    began_at: Date
    ended_at: Date | null
    told_at: Date | null
  }
  invoices: {
    external_id: string
    account_id: number
    subscription_external_id: string | null
    number: string | null
    amount_cents: number
    status: 'open' | 'paid' | 'void' | 'uncollectible'
    url: string | null
    created_at: Date
  }
  jobs_processes: {
    host: string
    pid: number
    started_at: Date
    beat_at: Generated<Date>
    free_bytes: number | null
  }
  known_callers: {
    account_id: number
    caller: string
    first_used_at: Date
    last_used_at: Date
  }
  listing_prices: {
    listing_id: number
    at: Date
    price_cents: number
    bid_count: number
    previous_seen_at: Date | null
  }
  listings: {
    id: GeneratedAlways<number>
    marketplace: string
    auction_id: string
    seller_id: string
    title: string
    seller: string | null
    category: string | null
    item_condition: string | null
    description: string | null
    image_urls: Generated<string[]>
    starting_price_cents: number
    current_price_cents: number
    minimum_bid_cents: number
    bid_increment_cents: number
    bid_count: number
    shipping_cents: number | null
    handling_cents: number | null
    pickup_only: Generated<boolean>
    observed_at: Date | null
    ends_at: Date
    ends_at_ambiguous: Generated<boolean>
    closed_at: Date | null
    closed_reason: 'ended' | 'ended_early' | 'withdrawn' | null
    last_checked_at: Date
    next_check_at: Date | null
    read_claimed_until: Date | null
    check_failures: Generated<number>
    check_error: string | null
    created_at: Date
    updated_at: Date
    end_moves: Generated<number>
    combines_shipping: boolean | null
    missing_since: Date | null
  }
  login_attempts: {
    id: GeneratedAlways<number>
    account_id: number
    user_hash: Buffer
    at: Date
    is_proven: Generated<boolean>
  }
  login_failure_trail: {
    id: GeneratedAlways<number>
    step: 'failed' | 'recovery' | 'abandoned' | 'resolved'
    session_id: string
    email_hash: Buffer | null
    error_type: 'invalid_credentials' | 'account_locked' | 'network_error' | 'unknown' | null
    attempt_count: number | null
    user_agent: string | null
    recovery_method: 'password_reset' | 'google_oauth' | 'contact_support' | null
    at: Date
  }
  login_locks: {
    email_hash: Buffer
    caller: string
    failed_at: Generated<Date[]>
    locks: Generated<number>
    locked_until: Date | null
    updated_at: Date
  }
  mail_links: {
    id: GeneratedAlways<number>
    account_id: number
    purpose: 'verify_email' | 'reset_password' | 'change_email' | 'restore_email'
    token_hash: Buffer
    email: string
    session_id: string | null
    expires_at: Date
    used_at: Date | null
    created_at: Date
    code_hash: Buffer | null
    code_tries_left: Generated<number>
  }
  mailbox: {
    id: string
    recipient: string
    subject: string
    html: string
    text: string
    sent_at: Date
  }
  measured_bids: {
    bid_id: number
    marketplace: string
    due_at: Date
    class: 'accepted' | 'ours' | 'site' | 'login' | 'limit' | 'ended_early' | 'unknown' | 'overtaken' | 'stopped'
    sent: boolean
    won: boolean
    corrected: boolean
    lead_ms: number | null
    late_ms: number | null
  }
  migrations: {
    name: string
    checksum: string
    applied_at: Generated<Date>
  }
  notifications: {
    id: GeneratedAlways<number>
    account_id: number
    key: string
    kind: string
    bid_id: number | null
    tracked_auction_id: number | null
    values: ColumnType<JsonColumns['notifications']['values'], string | undefined, string>
    at: Generated<Date>
    read_at: Date | null
    alert_due_at: Date | null
  }
  operator_pause: {
    singleton: Generated<boolean>
    state: Generated<'off' | 'no_new' | 'all'>
    reason: string | null
    since: Date | null
  }
  order_readings: {
    account_id: number
    marketplace: string
    unpaid_read_at: Date | null
    unpaid_failed_at: Date | null
    paid_read_at: Date | null
    paid_failed_at: Date | null
    login_refused: Generated<boolean>
    next_read_at: Date | null
    asked_at: Date | null
  }
  orders: {
    account_id: number
    marketplace: string
    auction_id: string
    order_id: string | null
    paid: boolean
    price_cents: number | null
    pay_by: ColumnType<Date, string> | null
    shipping_cents: number | null
    handling_cents: number | null
    tax_cents: number | null
    tracking_number: string | null
    shipper: string | null
    first_seen_at: Generated<Date>
    last_seen_at: Generated<Date>
    unpaid_seen_at: Date | null
    items_in_order: Generated<number>
    paid_seen_at: Date | null
  }
  passkeys: {
    id: GeneratedAlways<number>
    account_id: number
    credential_id: string
    public_key: Buffer
    signature_count: number
    transports: string[]
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  past_orders: {
    account_id: number
    marketplace: string
    auction_id: string
    order_id: string
    items_in_order: number
    title: string
    seller: string | null
    ended_at: Date
    ordered_on: ColumnType<Date, string> | null
    paid_on: ColumnType<Date, string> | null
    shipped_on: ColumnType<Date, string> | null
    price_cents: number
    shipping_cents: number | null
    handling_cents: number | null
    tax_cents: number | null
    additional_fee_cents: number
    donation_cents: number
    tracking_number: string | null
  }
  pauses: {
    id: GeneratedAlways<number>
    account_id: number | null
    state: 'off' | 'no_new' | 'all'
    requested_by: string
    reason: string | null
    at: Date
    account_pseudonym: string | null
  }
  performance_metrics: {
    id: GeneratedAlways<number>
    metric: 'LCP' | 'FID' | 'CLS' | 'FCP' | 'TTFB' | 'INP' | 'LOAD_TIME' | 'DOM_CONTENT_LOADED' | 'TIME_TO_INTERACTIVE'
    value: number
    page: string
    user_agent: string
    measured_at: Date
    at: Date
  }
  product_events: {
    id: GeneratedAlways<number>
    kind:
      | 'user_registered'
      | 'user_login'
      | 'user_logout'
      | 'trial_started'
      | 'subscription_created'
      | 'trial_expired'
      | 'auction_added'
      | 'bid_scheduled'
    account_id: number | null
    at: Date
  }
  push_keys: {
    is_only: Generated<boolean>
    public_key: string
  }
  read_budgets: {
    marketplace: string
    tokens: number
    refilled_at: Date
    state: Generated<'ok' | 'backing_off'>
    state_since: Generated<Date>
    failure_kind: string | null
    failures: Generated<number>
    next_try_at: Date | null
    trial_until: Date | null
    failing_item: string | null
  }
  read_shares: {
    account_id: number
    marketplace: string
    reads_until: Generated<Date>
    refreshes_until: Generated<Date>
  }
  recovery_codes: {
    account_id: number
    code_hash: Buffer
    created_at: Date
    used_at: Date | null
  }
  sales: {
    account_id: number
    marketplace: string
    auction_id: string
    sold_for_cents: number | null
    fees_cents: number | null
    sold_on: ColumnType<Date, string> | null
    sold_at: string | null
    refund_cents: number | null
  }
  search_pauses: {
    marketplace: string
    refusals: Generated<number>
    refused_until: Date | null
  }
  searches: {
    id: GeneratedAlways<number>
    account_id: number
    site_search_id: number
    words: string
    category_name: string | null
    seller_name: string | null
    created_at: Date
    watched_since: Date | null
  }
  security_events: {
    id: GeneratedAlways<number>
    account_id: number | null
    actor: Buffer | null
    kind: string
    outcome: 'ok' | 'failed' | 'refused'
    ip_address: string | null
    user_agent: string | null
    request_id: string | null
    detail: ColumnType<JsonColumns['security_events']['detail'], string | undefined, string>
    account_pseudonym: string | null
    at: Generated<Date>
  }
  sessions: {
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
    created_at: Date
    last_used_at: Date
    absolute_expires_at: Date
    last_ip_address: string | null
  }
  shipping_estimates: {
    listing_id: number
    zip: string
    shipping_cents: number | null
    handling_cents: number | null
    estimated_at: Date
  }
  site_clocks: {
    marketplace: string
    offset_ms: number
    uncertainty_ms: number
    measured_at: Date
  }
  site_lists: {
    account_id: number
    marketplace: string
    asked_at: Date
    due_at: Date | null
    read_at: Date | null
    failure: 'login' | 'site' | null
    auctions: ColumnType<JsonColumns['site_lists']['auctions'], string | undefined, string>
  }
  site_searches: {
    id: GeneratedAlways<number>
    marketplace: string
    words: string
    max_price_cents: number | null
    category_id: string | null
    seller_id: string | null
    delivery: 'any' | 'shipped' | 'pickup'
    next_page: Generated<number>
    tried_at: Date | null
    last_run_at: Date | null
    found: number | null
    failure: 'too_many' | 'site' | null
  }
  sold_look_ups: {
    marketplace: string
    words: string
    read_at: Date
    is_last: boolean
    items: ColumnType<JsonColumns['sold_look_ups']['items'], string, string>
  }
  subscriptions: {
    account_id: number
    external_id: string
    plan: string
    billing_interval: 'month' | 'year'
    amount_cents: number
    status: 'active' | 'past_due' | 'ended'
    started_at: Date
    current_period_end: Date
    cancel_at_period_end: Generated<boolean>
    past_due_since: Date | null
    ended_at: Date | null
    next_plan: string | null
    next_interval: 'month' | 'year' | null
    next_amount_cents: number | null
    next_starts_at: Date | null
  }
  totp_secrets: {
    account_id: number
    sealed_secret: Buffer
    key_id: string
    created_at: Date
    confirmed_at: Date | null
    last_step: Generated<number>
    failures: Generated<number>
    last_failed_at: Date | null
  }
  tracked_auctions: {
    id: GeneratedAlways<number>
    account_id: number
    listing_id: number
    status: Generated<'active' | 'won' | 'lost' | 'outbid'>
    bid_timing_preference: Generated<string>
    removed_at: Date | null
    created_at: Date
    updated_at: Date
    wanted_max_cents: number | null
    deleted_at: Date | null
    note: Generated<string>
    labels: Generated<string[]>
    said_paid_at: Date | null
    alerts_muted_until: Date | null
  }
  trials: {
    account_id: number
    started_at: Date
    ends_at: Date
    reminded_days: 1 | 2 | null
    expired_at: Date | null
  }
  unknown_replies: {
    marketplace: string
    shape: string
    seen_at: Generated<Date>
  }
  unlogged_pauses: {
    pause_id: number
    at: Date
    logged_up_to: Generated<number>
  }
  used_once: {
    hash: Buffer
    expires_at: Date
  }
  vault_keys: {
    kid: string
    public_key: Buffer
    known_answer: ColumnType<JsonColumns['vault_keys']['known_answer'], string, string>
    first_used_at: Date
  }
  vault_uses: {
    id: GeneratedAlways<number>
    account_id: number
    connection_id: number | null
    process: string
    purpose: 'connect' | 'refresh' | 'bid' | 'read' | 'remove' | 'rotate'
    bid_id: number | null
    outcome: 'ok' | 'refused' | 'failed'
    at: Date
  }
}
