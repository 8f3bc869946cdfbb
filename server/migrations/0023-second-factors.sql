-- What an account may need besides its password: an authenticator app, passkeys, recovery codes.

-- The secret that an account shares with an authenticator app (RFC 6238).
create table totp_secrets (
  account_id bigint primary key references accounts on delete cascade,
  -- AES-256-GCM: 12 bytes of nonce, 16 of tag, the secret. The session key of this name derives the key.
  sealed_secret bytea not null check (length(sealed_secret) = 48),
  key_id text not null,
  created_at timestamptz not null,
  -- Null until a code has shown that the app has the secret: before that, signing in does not ask for a code.
  confirmed_at timestamptz,
  -- The 30-second step, counted from 1970, of the last accepted code. Codes of that step and of earlier ones are refused.
  last_step bigint not null default 0,
  -- Wrong codes in a row. From the fifth on, the next try has to wait.
  failures integer not null default 0 check (failures >= 0),
  last_failed_at timestamptz
);

-- Each works once, in place of another second factor.
create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  -- SHA-256 of the account's number and the code: a code has 80 random bits, so that no slow hash is needed.
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Base64url, as browsers send it.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- How often the authenticator says it has signed. A lower number than before means that the key was copied. Passkeys
  -- that are synchronised between devices always say zero.
  signature_count bigint not null check (signature_count >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_account on passkeys (account_id);

-- What the server has asked a browser to answer. The browser holds the challenge, the table its SHA-256.
create table identity_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('second_factor', 'passkey_login', 'proof', 'add_passkey')),
  -- Null for a sign-in by passkey, which names the account itself.
  account_id bigint references accounts on delete cascade,
  -- The session that has to answer; null before there is one.
  session_id uuid references sessions on delete cascade,
  -- What the user chose beside the password, for the session that the second factor opens.
  remember_me boolean,
  expires_at timestamptz not null,
  check ((account_id is null) = (purpose = 'passkey_login')),
  check ((session_id is null) = (purpose in ('second_factor', 'passkey_login'))),
  check ((remember_me is null) = (purpose <> 'second_factor'))
);
create index identity_challenges_by_expiry on identity_challenges (expires_at);
create index identity_challenges_of_account on identity_challenges (account_id);
create index identity_challenges_of_session on identity_challenges (session_id);
