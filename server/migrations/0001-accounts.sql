-- People who sign in, and the sessions behind their tokens.

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
  -- While this lies ahead, a browser of theirs is open: their auctions are worth reading often.
  active_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- The token that may be refreshed now, and the one it replaced (honoured for a few seconds, for a second tab).
  jti uuid not null,
  previous_jti uuid,
  rotated_at timestamptz,
  remember_me boolean not null,
  -- When the password was last proven; touching site credentials asks again after fifteen minutes.
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text,
  user_agent text,
  ip_address inet,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_of_account on sessions (account_id) where revoked_at is null;

-- Failed logins by e-mail as typed, whether or not an account has it: a stranger cannot tell the two apart.
create table login_failures (
  id bigint generated always as identity primary key,
  email text not null,
  ip_address inet,
  at timestamptz not null
);
create index login_failures_by_email on login_failures (email, at);
create index login_failures_by_address on login_failures (ip_address, at);

-- The answer to a POST that carried an Idempotency-Key, so that a repeat gets the same one.
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);
