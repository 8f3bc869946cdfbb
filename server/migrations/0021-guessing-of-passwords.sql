-- Limits on guessing passwords. They count by caller, so that a stranger's guesses do not lock out the owner.
drop table login_failures;

-- The browsers and networks from which an account has signed in.
create table known_callers (
  account_id bigint not null references accounts on delete cascade,
  -- 'device ' and the SHA-256 hash of the browser's device cookie, or 'network ' and the network, see `callersOf`.
  caller text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, caller)
);

-- The wrong passwords for an e-mail, whether or not an account has it: the answer does not reveal which. Known callers of
-- the account have a row each, and all other callers share one.
create table login_locks (
  -- Keyed: people also type passwords into the field for the e-mail. See `createEmailHasher`.
  email_hash bytea not null,
  -- As in `known_callers`, or 'strangers'.
  caller text not null,
  -- The failures within the last fifteen minutes, oldest first. An attempt counts as a failure until it has succeeded.
  failed_at timestamptz[] not null default '{}',
  -- The locks without a quiet time between them. Each lasts twice as long as the one before.
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (email_hash, caller)
);

-- How many attempts a network, a wider network and the whole installation have used up. The used share drains steadily.
create table attempt_budgets (
  name text primary key,
  capacity int not null,
  used float8 not null,
  updated_at timestamptz not null
);

-- `logins_limited`: failed logins have used up the budget of the installation; `subject` is the day.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add check (kind in ('journal_unreadable', 'entry_rejected', 'logins_limited'));
