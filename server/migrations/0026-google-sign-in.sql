-- The Google accounts that sign in. An account at Google is known by its issuer and subject: its e-mail may change, and
-- may belong to somebody else later.
create table google_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null references accounts on delete cascade,
  -- As Google named it when the two were linked; for people to read.
  email text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (account_id)
);

-- Nonces and tokens that count once and have been used, until they would have expired anyway. Unused ones are not stored:
-- their signature shows that they are ours.
create table spent_google_tokens (
  -- SHA-256.
  hash bytea primary key check (length(hash) = 32),
  expires_at timestamptz not null
);
create index spent_google_tokens_by_expiry on spent_google_tokens (expires_at);
