-- A user's account at the auction site. The login and the site's token are sealed; see connections/vault.

create table connections (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- Shown back to its owner only masked; the whole of it is inside the seal.
  masked_username text not null,
  sealed_credentials jsonb not null,
  sealed_token jsonb,
  token_expires_at timestamptz,
  -- Rises whenever credentials are sealed; part of what both seals authenticate, so an older seal cannot be put back.
  version integer not null default 1,
  state text not null default 'connected' check (state in ('connected', 'refused', 'unreachable')),
  state_detail text,
  last_verified_at timestamptz,
  -- While a process logs in at the site. Others wait for what comes of it: a second login might end the first one's token.
  login_began_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, marketplace)
);

-- Every use of the vault, for the owner and for the operator. Append-only.
create table vault_uses (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  -- Null: a login was tried before anything was kept.
  connection_id bigint,
  process text not null,
  purpose text not null check (purpose in ('connect', 'refresh', 'bid', 'read', 'remove')),
  bid_id bigint,
  -- `refused`: the site did not take the login. These are counted, so that the account is not locked there.
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  at timestamptz not null
);
create index vault_uses_of_account on vault_uses (account_id, at);

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger vault_uses_append_only before update or delete on vault_uses
  for each row execute function refuse_rewrite();
