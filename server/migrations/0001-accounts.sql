-- Accounts, their sessions, and what protects signing in.
-- Conventions of every table: money is in integer cents, and an instant is on the wall clock of the process that writes
-- it, unless a comment says that it is on the auction site's clock.

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create table accounts (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  email_verified_at timestamptz,
  auth_provider text not null default 'password' check (auth_provider in ('password', 'google')),
  password_hash text,
  terms_version text not null,
  privacy_version text not null,
  terms_accepted_at timestamptz not null,
  phone_number text check (phone_number ~ '^[0-9]{10}$'),
  sms_opt_in boolean not null default false,
  default_seconds_before_end smallint not null default 5 check (default_seconds_before_end between 1 and 180),
  -- The highest sum of maximums of all bids on auctions that end on the same day. Null: no limit.
  day_limit_cents bigint check (day_limit_cents > 0),
  -- While set, engines fire none of the account's bids, except bids that were locked in before.
  bidding_paused_at timestamptz,
  -- A browser of the account is open until then: its auctions are refreshed more often.
  active_until timestamptz,
  -- Set while site credentials of the account are tried. Credentials are tried one after the other, because concurrent
  -- attempts would all pass the count of refused logins.
  login_attempt_started_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- The refresh token that is valid now, and the token that it replaced. A second tab may use the replaced token for a
  -- few seconds.
  jti uuid not null,
  previous_jti uuid,
  rotated_at timestamptz,
  remember_me boolean not null,
  -- When the user last entered the password. Changing site credentials requires it again after fifteen minutes.
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  user_agent text,
  ip_address inet,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_of_account on sessions (account_id) where revoked_at is null;

-- Failed logins by the e-mail that was typed, whether or not an account has it: the answer does not reveal which.
create table login_failures (
  id bigint generated always as identity primary key,
  email text not null,
  ip_address inet,
  at timestamptz not null
);
create index login_failures_by_email on login_failures (email, at);
create index login_failures_by_address on login_failures (ip_address, at);

-- Responses to requests with an Idempotency-Key. A repeated request receives the stored response.
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);
