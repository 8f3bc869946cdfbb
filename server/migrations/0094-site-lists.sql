-- oldest release: 0.1.0
-- What an owner watches and bids on at the site itself: read when the owner asks for it, and dropped after a day.
create table site_lists (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- When the owner last asked.
  asked_at timestamptz not null,
  -- When the jobs read the lists next; null once they were read, or could not be.
  due_at timestamptz,
  read_at timestamptz,
  -- Why the last reading did not succeed.
  failure text check (failure in ('login', 'site')),
  -- [{ auctionId, maximumCents, note }], maximum and note null where the site shows none.
  auctions jsonb not null default '[]',
  primary key (account_id, marketplace)
);
create index site_lists_due on site_lists (due_at) where due_at is not null;
