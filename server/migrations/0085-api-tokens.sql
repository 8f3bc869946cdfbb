-- oldest release: 0.1.0
-- The tokens by which programs call the API for their owners.
create table api_tokens (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token, which has 178 random bits.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Each scope includes those before it.
  scope text not null check (scope in ('read', 'track', 'bid')),
  -- What one bid of the token may be, and what its bids on the auctions of one day at the site may come to.
  max_bid_cents bigint check (max_bid_cents > 0),
  day_cap_cents bigint check (day_cap_cents >= max_bid_cents),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- To the minute.
  last_used_at timestamptz,
  last_ip_address inet,
  -- When the owner got the mail about the coming end.
  reminded_at timestamptz,
  unique (account_id, name),
  check (case scope when 'bid' then max_bid_cents is not null and day_cap_cents is not null
         else max_bid_cents is null and day_cap_cents is null end)
);
create index api_tokens_due on api_tokens (expires_at) where reminded_at is null;

-- The token that scheduled the bid or raised its maximum last, also one that is gone since; null when that was the owner.
alter table bids add column api_token_id uuid;

-- The jobs mail the owners of tokens that are about to expire, and see no addresses otherwise.
create function address_of_token_owner(token uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.email from accounts a join api_tokens t on t.account_id = a.id where t.id = token;
$$;
revoke execute on function address_of_token_owner from public;
