-- Pauses of bidding. An account's own pause is `accounts.bidding_paused_at`.

-- The operator's pause, for all accounts: one row. `no_new` stops bids that no engine holds; `all` stops every bid that
-- is not locked in.
create table operator_pause (
  singleton boolean primary key default true check (singleton),
  state text not null default 'off' check (state in ('off', 'no_new', 'all')),
  reason text,
  since timestamptz
);
insert into operator_pause default values;

-- Every start and end of a pause. Append-only. Without an account, the operator's pause.
create table pauses (
  id bigint generated always as identity primary key,
  account_id bigint references accounts on delete cascade,
  state text not null check (state in ('off', 'no_new', 'all')),
  requested_by text not null,
  reason text,
  at timestamptz not null
);
create index pauses_of_account on pauses (account_id, id);
create trigger pauses_append_only before update on pauses
  for each row execute function refuse_rewrite();
