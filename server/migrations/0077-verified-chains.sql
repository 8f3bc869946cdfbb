-- How far the hash chains were verified. A change of this row shows as a break of its chain, or hides one until the whole
-- chain is verified, once a month.
create table verified_chains (
  -- The table with the length of the chain.
  chain text primary key check (chain in ('vault_chain', 'security_chain')),
  position bigint not null check (position >= 0),
  head bytea not null,
  verified_at timestamptz not null default now()
);
