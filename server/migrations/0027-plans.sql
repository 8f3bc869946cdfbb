-- What an account may do by its plan: its trial, its subscription, and the bids that count against the month.

create table trials (
  account_id bigint primary key references accounts on delete cascade,
  started_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > started_at),
  -- How many days before the end the latest reminder spoke of.
  reminded_days smallint check (reminded_days in (1, 2)),
  -- When a job recorded that the trial had ended. The trial itself ends at `ends_at`, whether or not a job runs.
  expired_at timestamptz
);
create index trials_unexpired on trials (ends_at) where expired_at is null;

-- Who has had a trial, by a keyed hash of the e-mail address. It outlives the account, so that nobody gets a second trial
-- by deleting it.
create table spent_trials (
  person bytea primary key,
  started_at timestamptz not null
);

-- Each subscription as the payment service showed it last. Nothing else gives an account a paid plan.
create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- The payment service's own id.
  external_id text not null unique,
  -- The id of a plan in the plans file.
  plan text not null,
  billing_interval text not null check (billing_interval in ('month', 'year')),
  amount_cents bigint not null check (amount_cents >= 0),
  status text not null check (status in ('active', 'past_due', 'ended')),
  -- The months that count bids begin on this instant's day of the month, also after a change of plan or interval.
  started_at timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  -- When the payment that is still open was due.
  past_due_since timestamptz check ((past_due_since is null) = (status <> 'past_due')),
  ended_at timestamptz check ((ended_at is null) = (status <> 'ended')),
  read_at timestamptz not null
);
create unique index one_subscription_per_account on subscriptions (account_id) where status <> 'ended';

-- When a bid began to count against its month. Unlike `created_at` on the wall clock, as the months are.
alter table bids add column counted_at timestamptz not null default clock_timestamp();
update bids set counted_at = created_at;
create index bids_counted on bids (account_id, counted_at);
