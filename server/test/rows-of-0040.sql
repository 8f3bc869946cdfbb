-- Two rows of each table at least, in the shape of the migrations up to 0040: two accounts that each have two wins and two later bids.
create function instant() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;
insert into accounts (email, email_verified_at, terms_version, privacy_version, terms_accepted_at, created_at, updated_at,
    active_until, shipping_zip, tour_outcome, tour_ended_at, phone_number, sms_opt_in)
  select 'owner' || n || '@example.com', instant(), '1', '1', instant(), instant(), instant(), instant(), '97202', 'skipped',
         instant(), '555123456' || n, true
    from generate_series(1, 2) n;
insert into account_deletions (account_id, requested_by) select n, 'owner' from generate_series(1, 2) n;
insert into alarms (kind, subject) select 'entry_rejected', 'entry ' || n from generate_series(1, 2) n;
insert into attempt_budgets select 'budget ' || n, 5, 1, instant() from generate_series(1, 2) n;
insert into billing_customers (account_id, external_id, is_test) select n, 'cus_' || n, true from generate_series(1, 2) n;
insert into checkout_sessions (external_id, account_id, plan, billing_interval, opened_at)
  select 'cs_' || n, n, 'pro', 'month', instant() from generate_series(1, 2) n;
insert into closed_lots (marketplace, auction_id, seller_id, closed_reason)
  select 'shopgoodwill', n, '1', 'ended' from generate_series(1, 2) n;
insert into closing_customers (external_id) select 'cus_gone' || n from generate_series(1, 2) n;
insert into connections (account_id, marketplace, masked_username, sealed_credentials, created_at, updated_at)
  select n, 'shopgoodwill', 'o…', '{}', instant(), instant() from generate_series(1, 2) n;
insert into engines (host, pid, pid_started, started_at) select 'host', n, 'then', instant() from generate_series(1, 2) n;
insert into first_reads select 'shopgoodwill', n, instant() from generate_series(1, 2) n;
insert into google_identities select 'google', n, n, 'owner' || n || '@example.com', instant() from generate_series(1, 2) n;
insert into idempotency_keys (account_id, key, request_hash, status, answer, created_at)
  select n, 'key', 'hash', 200, '{}', instant() from generate_series(1, 2) n;
insert into sessions (id, account_id, jti, remember_me, proven_at, expires_at, created_at, last_used_at, absolute_expires_at)
  select gen_random_uuid(), n, gen_random_uuid(), true, now(), now(), now(), now(), now() from generate_series(1, 2) n;
insert into identity_challenges (challenge_hash, purpose, account_id, remember_me, expires_at)
  select sha256(n::text::bytea), 'second_factor', n, true, instant() from generate_series(1, 2) n;
insert into invoices (external_id, account_id, amount_cents, status, created_at)
  select 'in_' || n, n, 900, 'paid', instant() from generate_series(1, 2) n;
insert into known_callers select n, '127.0.0.0/24', instant(), instant() from generate_series(1, 2) n;
insert into link_requests (purpose, email, ip_address, at)
  select 'verify_email', 'owner' || n || '@example.com', '127.0.0.1', instant() from generate_series(1, 2) n;
insert into listings (marketplace, auction_id, seller_id, title, starting_price_cents, current_price_cents, minimum_bid_cents,
    bid_increment_cents, bid_count, ends_at, last_checked_at, created_at, updated_at)
  select 'shopgoodwill', 100 + n, '1', 'Lamp ' || n, 900, 1000, 1100, 100, 2, instant() + (n - 2.5) * interval '1 day',
         instant(), instant(), instant()
    from generate_series(1, 4) n;
insert into listing_prices (listing_id, at, price_cents, bid_count) select n, instant(), 1000, 2 from generate_series(1, 4) n;
insert into shipping_estimates select n, '97202', 500, 200, instant() from generate_series(1, 2) n;
insert into tracked_auctions (account_id, listing_id, status, created_at, updated_at, planned_max_cents)
  select account, listing, case when listing <= 2 then 'won' else 'active' end, instant(), instant(), 2500
    from generate_series(1, 2) account, generate_series(1, 4) listing;
insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, status, fire_at, executed_at,
    settled_at, final_price_cents, outcome, created_at, updated_at)
  select t.account_id, t.id, t.listing_id, 2500, 5, case t.status when 'won' then 'won' else 'pending' end,
         l.ends_at - interval '5 seconds', case t.status when 'won' then l.ends_at end,
         case t.status when 'won' then l.ends_at end, case t.status when 'won' then 1000 end,
         case t.status when 'won' then 'won' end, instant(), instant()
    from tracked_auctions t join listings l on l.id = t.listing_id;
insert into bid_events (key, bid_id, kind, at, engine_id, fence)
  select gen_random_uuid(), b.id, 'scheduled', instant(), e.id, e.id from bids b, engines e;
insert into login_attempts (account_id, user_hash, at) select n, sha256(n::text::bytea), instant() from generate_series(1, 2) n;
insert into login_failure_trail (step, session_id, at) select 'resolved', 'one', instant() from generate_series(1, 2) n;
insert into login_locks (email_hash, caller, updated_at)
  select sha256(n::text::bytea), '127.0.0.0/24', instant() from generate_series(1, 2) n;
insert into mail_links (account_id, purpose, token_hash, email, expires_at, created_at)
  select n, 'reset_password', sha256(n::text::bytea), 'owner' || n || '@example.com', instant(), instant()
    from generate_series(1, 2) n;
insert into mailbox select gen_random_uuid(), 'owner1@example.com', 'Won', '', '', instant() from generate_series(1, 2) n;
insert into mails (id, account_id, kind, recipient, content, next_try_at, give_up_at, created_at)
  select gen_random_uuid(), n, 'won', 'owner' || n || '@example.com', '{}', instant(), instant(), instant()
    from generate_series(1, 2) n;
insert into mails (id, account_id, kind, recipient, give_up_at, sent_at, given_up_at, created_at)
  select gen_random_uuid(), n, 'won', 'owner' || n || '@example.com', instant(), case n when 1 then instant() end,
         case n when 2 then instant() end, instant()
    from generate_series(1, 2) n;
insert into notifications (account_id, key, kind, bid_id, tracked_auction_id)
  select account_id, 'won ' || id, 'won', id, tracked_auction_id from bids where status = 'won';
insert into passkeys (account_id, credential_id, public_key, signature_count, transports, name, created_at)
  select n, n, '', 0, '{}', 'phone', instant() from generate_series(1, 2) n;
insert into pauses (account_id, state, requested_by, at) select nullif(n, 3), 'off', 'owner', instant() from generate_series(1, 3) n;
insert into unlogged_pauses (pause_id, at) select n, instant() from generate_series(1, 2) n;
insert into payment_events select 'evt_' || n, 'invoice.paid', instant() from generate_series(1, 2) n;
insert into performance_metrics (metric, value, page, user_agent, measured_at, at)
  select 'LCP', n, '/', 'browser', instant(), instant() from generate_series(1, 2) n;
insert into product_events (kind, account_id, at) select 'user_login', n, instant() from generate_series(1, 2) n;
insert into read_budgets (marketplace, tokens, refilled_at) values ('shopgoodwill', 1, now()), ('auction-house', 1, now());
insert into read_shares select n, 'shopgoodwill', 1, instant() from generate_series(1, 2) n;
insert into recovery_codes select n, sha256(n::text::bytea), instant() from generate_series(1, 2) n;
insert into security_events (account_id, kind, outcome, at)
  select n % 2 + 1, 'signed_in', 'ok', instant() - n * interval '20 days' from generate_series(0, 5) n;
select extend_security_chain();
insert into site_clocks values ('shopgoodwill', 1, 1, now()), ('auction-house', 1, 1, now());
insert into spent_google_tokens select sha256(n::text::bytea), instant() from generate_series(1, 2) n;
insert into spent_trials select sha256(n::text::bytea), instant() from generate_series(1, 2) n;
insert into subscriptions (account_id, external_id, plan, billing_interval, amount_cents, status, started_at, current_period_end,
    read_at)
  select n, 'sub_' || n, 'pro', 'month', 900, 'active', instant(), instant(), instant() from generate_series(1, 2) n;
insert into totp_secrets (account_id, sealed_secret, key_id, created_at)
  select n, repeat('x', 48)::bytea, 'a', instant() from generate_series(1, 2) n;
insert into trials select n, now(), now() + interval '1 week' from generate_series(1, 2) n;
insert into vault_keys select n, '', '{}', instant() from generate_series(1, 2) n;
insert into vault_uses (account_id, process, purpose, outcome, at) select n, 'engine', 'bid', 'ok', instant() from generate_series(1, 2) n;
select extend_vault_chain();
drop function instant();
