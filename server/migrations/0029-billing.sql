-- What is known of the payment service, Stripe. It is the source: everything here can be read from it again.

-- The customer of an account. `external_id` and the other external ids are the payment service's own.
create table billing_customers (
  account_id bigint primary key references accounts on delete cascade,
  external_id text unique,
  -- Names the request that creates the customer, so that a repeated request does not create a second one.
  creation_key uuid not null default gen_random_uuid(),
  -- Readings of the subscription count up as they begin. A reading is stored only if none that began later was stored.
  readings_begun bigint not null default 0,
  reading_stored bigint not null default 0,
  read_at timestamptz,
  -- Checkouts count up as they begin. Only the latest one's page may stay open.
  checkouts_begun bigint not null default 0
);

-- The payment pages that may still be open. One purchase at most is possible at a time.
create table checkout_sessions (
  external_id text primary key,
  account_id bigint not null references accounts on delete cascade,
  plan text not null,
  billing_interval text not null check (billing_interval in ('month', 'year')),
  opened_at timestamptz not null,
  closed_at timestamptz
);
create unique index one_open_checkout_per_account on checkout_sessions (account_id) where closed_at is null;
create index checkout_sessions_by_time on checkout_sessions (opened_at);

create table invoices (
  external_id text primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Null for an invoice that no subscription caused.
  subscription_external_id text,
  number text,
  -- Negative where the account was credited.
  amount_cents bigint not null,
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  url text,
  created_at timestamptz not null,
  -- One mail each, however often the invoice is read.
  receipt_mailed_at timestamptz,
  failure_mailed_at timestamptz
);
create index invoices_of_account on invoices (account_id, created_at desc);

-- The messages of the payment service that have been accepted. A repeated message has no effect.
create table payment_events (
  external_id text primary key,
  kind text not null,
  received_at timestamptz not null
);
create index payment_events_by_time on payment_events (received_at);

-- Customers whose account is deleted. The jobs delete them at the payment service, which ends their subscriptions.
create table closing_customers (
  external_id text primary key,
  since timestamptz not null default clock_timestamp()
);

create function close_customer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.external_id is not null then
    insert into closing_customers (external_id) values (old.external_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger close_customer after delete on billing_customers for each row execute function close_customer();

-- `two_subscriptions`: an account paid twice; the later subscription is ended and refunded. `subject` is the account.
-- `subscription_unknown`: the payment service does not know a stored subscription, or has one of no plan of ours; `subject`
-- is its external id.
-- `customer_not_closed`: a deleted account's customer could not be deleted; `subject` is its external id.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add check (kind in (
  'journal_unreadable', 'entry_rejected', 'logins_limited', 'retention_failed', 'record_changed', 'two_subscriptions',
  'subscription_unknown', 'customer_not_closed'));
