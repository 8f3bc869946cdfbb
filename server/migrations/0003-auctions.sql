-- What is known about auctions, and how often the site is read for it.

-- One listing per item at the site, shared by all accounts that track it.
create table listings (
  id bigint generated always as identity primary key,
  marketplace text not null,
  auction_id text not null,
  seller_id text not null,
  title text not null,
  seller text,
  category text,
  item_condition text,
  description text,
  image_urls text[] not null default '{}',
  starting_price_cents bigint not null,
  current_price_cents bigint not null,
  -- The lowest maximum that the site accepts next.
  minimum_bid_cents bigint not null,
  bid_increment_cents bigint not null,
  bid_count integer not null,
  -- Null: the site calculates shipping per address. Null does not mean free.
  shipping_cents bigint,
  handling_cents bigint not null default 0,
  pickup_only boolean not null default false,
  -- When the site showed these values, on the site's clock. Of two readings the later one counts, whichever is written
  -- first.
  observed_at timestamptz,
  -- On the site's clock.
  ends_at timestamptz not null,
  -- The site's local time fell into the hour that occurs twice when summer time ends. The earlier instant is kept.
  ends_at_ambiguous boolean not null default false,
  closed_at timestamptz,
  closed_reason text check (closed_reason in ('ended', 'ended_early', 'withdrawn')),
  last_checked_at timestamptz not null,
  -- When the listing is refreshed next. Null: there is nothing more to learn.
  next_check_at timestamptz,
  -- A process is reading the item at the site until then; other processes wait for its result.
  read_claimed_until timestamptz,
  check_failures integer not null default 0,
  check_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (marketplace, auction_id)
);
create index listings_due on listings (next_check_at) where next_check_at is not null;
-- Refreshing takes the due listing that ends soonest. Without this index, sorting a large backlog would take longer than
-- the reads.
create index listings_by_end on listings (ends_at) where next_check_at is not null;

-- Every price, when a reading first showed it.
create table listing_prices (
  listing_id bigint not null references listings on delete cascade,
  at timestamptz not null,
  price_cents bigint not null,
  bid_count integer not null,
  primary key (listing_id, at)
);

-- Claims on reading an item that has no listing yet: concurrent requests for it wait for one read.
create table first_reads (
  marketplace text not null,
  auction_id text not null,
  claimed_until timestamptz not null,
  primary key (marketplace, auction_id)
);

-- One row per account and listing.
create table tracked_auctions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  listing_id bigint not null references listings,
  status text not null default 'active' check (status in ('active', 'won', 'lost', 'outbid')),
  bid_timing_preference text not null default '5',
  -- Set while the auction is removed from the dashboard. The row is kept, so that undo restores it.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_tracked_auction_per_listing on tracked_auctions (account_id, listing_id);
create index trackers_of_listing on tracked_auctions (listing_id) where removed_at is null;

-- All processes share one read budget per site: a token bucket, and a circuit breaker for a site that fails.
create table read_budgets (
  marketplace text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null,
  state text not null default 'ok' check (state in ('ok', 'backing_off')),
  state_since timestamptz not null default clock_timestamp(),
  -- One of the error kinds of the port to the site.
  failure_kind text,
  -- Consecutive failures. Kept for a while after a recovery, so that the pauses of an unsteady site keep growing.
  failures integer not null default 0,
  next_try_at timestamptz,
  -- Until then one process runs the half-open trial: a single read that shows whether the site has recovered.
  trial_until timestamptz,
  -- Until then a user waits for a read, and refreshes give way.
  user_waiting_until timestamptz,
  user_read_at timestamptz
);

-- The offset of the site's clock from the database's clock, as an engine measured it last.
create table site_clocks (
  marketplace text primary key,
  offset_ms double precision not null,
  uncertainty_ms double precision not null,
  measured_at timestamptz not null
);
