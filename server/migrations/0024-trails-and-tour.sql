-- What users did, for the figures of the operator. Each event is written in the transaction that caused it.
create table product_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'user_registered', 'user_login', 'user_logout', 'trial_started', 'subscription_created', 'trial_expired',
    'auction_added', 'bid_scheduled')),
  -- Null when the account has been deleted: the event still counts, and names nobody.
  account_id bigint references accounts on delete set null,
  at timestamptz not null
);
create index product_events_by_kind on product_events (kind, at);
create index product_events_of_account on product_events (account_id) where account_id is not null;

-- What browsers say about failed logins. Anybody may write here, so nothing is decided by it.
create table login_failure_trail (
  id bigint generated always as identity primary key,
  step text not null check (step in ('failed', 'recovery', 'abandoned', 'resolved')),
  -- Chosen by the browser; it connects the steps of one tab.
  session_id text not null check (length(session_id) between 1 and 64),
  -- The hash of the e-mail under a key that the database does not have.
  email_hash bytea,
  error_type text check (error_type in ('invalid_credentials', 'account_locked', 'network_error', 'unknown')),
  attempt_count smallint check (attempt_count > 0),
  user_agent text check (length(user_agent) <= 500),
  recovery_method text check (recovery_method in ('password_reset', 'google_oauth', 'contact_support')),
  at timestamptz not null,
  check (case step when 'failed' then num_nonnulls(error_type, attempt_count) = 2 and recovery_method is null
                   when 'recovery' then recovery_method is not null and error_type is null
                   else num_nonnulls(error_type, attempt_count, recovery_method) = 0 end)
);
create index login_failure_trail_by_time on login_failure_trail (at);

-- How the guided tour ended, once: it is not offered again after that.
alter table accounts
  add column tour_outcome text check (tour_outcome in ('completed', 'skipped')),
  add column tour_ended_at timestamptz,
  add check ((tour_outcome is null) = (tour_ended_at is null));
