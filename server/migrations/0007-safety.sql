-- What keeps users from spending more than they mean to, and what stops bidding altogether.

-- The most that all bids which may be won on one day may add up to; null: no limit.
alter table accounts add column day_limit_cents bigint check (day_limit_cents > 0);

-- While set, none of the account's bids is fired, unless it was locked in before.
alter table accounts add column bidding_paused_at timestamptz;

-- The operator's own pause. One row: `no_new` lets what an engine holds go on, `all` stops everything short of lock-in.
create table bidding_stop (
  only_row boolean primary key default true check (only_row),
  state text not null default 'off' check (state in ('off', 'no_new', 'all')),
  reason text,
  since timestamptz
);
insert into bidding_stop default values;

-- Who paused and resumed bidding, when and why: append-only. Without an account it was the operator, for everybody.
create table pauses (
  id bigint generated always as identity primary key,
  account_id bigint references accounts on delete cascade,
  state text not null check (state in ('off', 'no_new', 'all')),
  done_by text not null,
  reason text,
  at timestamptz not null
);
create index pauses_of_account on pauses (account_id, id);
create trigger pauses_append_only before update on pauses
  for each row execute function refuse_rewrite();

-- The bids that count against the day's limit, and those that a pause concerns.
create index bids_standing on bids (account_id) where status in ('pending', 'executed', 'won');
