-- Logins at the auction site, and the vault that keeps them sealed.

-- A user's account at the auction site.
create table connections (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- The only form of the username that is shown. The full username is inside the sealed credentials.
  masked_username text not null,
  sealed_credentials jsonb not null,
  sealed_token jsonb,
  token_expires_at timestamptz,
  -- Incremented whenever credentials are sealed. Both seals authenticate it, so an older seal cannot be restored.
  version integer not null default 1,
  state text not null default 'connected' check (state in ('connected', 'refused', 'unreachable')),
  state_detail text,
  last_verified_at timestamptz,
  -- Set while a process logs in at the site. Other processes wait for its result: a second login could invalidate the
  -- token of the first.
  login_started_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, marketplace)
);

-- Every key that the vault has used, to detect a different key under the same name: it could not open the old seals.
create table vault_keys (
  kid text primary key,
  public_key bytea not null,
  -- A published text, sealed for the key when the key was first used. Only the matching private key opens it.
  known_answer jsonb not null,
  first_used_at timestamptz not null
);

-- Every use of the vault, for the owner of the login and for the operator. Append-only.
create table vault_uses (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  -- Null: credentials were tried before they were stored.
  connection_id bigint,
  process text not null,
  -- `rotate`: sealed again for a newer key.
  purpose text not null check (purpose in ('connect', 'refresh', 'bid', 'read', 'remove', 'rotate')),
  bid_id bigint,
  -- `refused`: the site rejected the login. Refusals are limited, so that the site does not lock the account.
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  at timestamptz not null,
  -- The row's place in a hash chain, and the hash of its contents and of the previous hash: changing, removing or
  -- inserting a row breaks every later hash. Filled in minutes later, so that a bid never waits for the chain's lock.
  chain_position bigint unique,
  chain_hash bytea
);
create index vault_uses_of_account on vault_uses (account_id, at);
create index vault_uses_unchained on vault_uses (id) where chain_hash is null;

-- The end of the hash chain: one row. Whoever extends the chain locks it.
create table vault_chain (
  singleton boolean primary key default true check (singleton),
  length bigint not null default 0,
  head bytea not null
);

create function vault_chain_start() returns bytea language sql immutable as $$ select sha256('bidwell vault uses') $$;
insert into vault_chain (head) values (vault_chain_start());

create function vault_use_hash(previous bytea, used vault_uses) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    used.chain_position, used.id, used.account_id, used.connection_id, used.process, used.purpose, used.bid_id,
    used.outcome, (extract(epoch from used.at) * 1000000)::bigint)::text, 'UTF8'))
$$;

create function extend_vault_chain() returns void language plpgsql as $$
declare
  chain vault_chain;
  used vault_uses;
begin
  select * into chain from vault_chain for update;
  for used in select * from vault_uses where chain_hash is null order by id loop
    chain.length := chain.length + 1;
    used.chain_position := chain.length;
    used.chain_hash := vault_use_hash(chain.head, used);
    chain.head := used.chain_hash;
    update vault_uses set chain_position = used.chain_position, chain_hash = used.chain_hash where id = used.id;
  end loop;
  update vault_chain set length = chain.length, head = chain.head;
end $$;

-- The only update that is allowed sets the place in the chain, once.
create function refuse_rewrite_of_vault_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.chain_hash is null
       and to_jsonb(new) - 'chain_hash' - 'chain_position' = to_jsonb(old) - 'chain_hash' - 'chain_position' then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger vault_uses_append_only before update or delete on vault_uses
  for each row execute function refuse_rewrite_of_vault_use();
create trigger vault_uses_not_truncated before truncate on vault_uses
  for each statement execute function refuse_rewrite();
