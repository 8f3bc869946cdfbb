-- One listing per item at the site, shared by everybody who tracks it; one tracked auction per user and listing.

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
  -- The next acceptable bid.
  minimum_bid_cents bigint not null,
  bid_increment_cents bigint not null,
  bid_count integer not null,
  -- Null: the site works it out per address. Never read as free.
  shipping_cents bigint,
  handling_cents bigint not null default 0,
  pickup_only boolean not null default false,
  ends_at timestamptz not null,
  -- The site's local time fell in the hour that occurs twice: the earlier instant is kept, and said.
  ends_at_ambiguous boolean not null default false,
  closed_at timestamptz,
  closed_because text check (closed_because in ('ended', 'ended_early', 'withdrawn')),
  last_checked_at timestamptz not null,
  -- When refreshing looks at it next; null once there is nothing more to learn.
  next_check_at timestamptz,
  -- While this lies ahead, some process is reading it at the site; the others wait for what it finds.
  reading_until timestamptz,
  check_failures integer not null default 0,
  check_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (marketplace, auction_id)
);
create index listings_due on listings (next_check_at) where next_check_at is not null;

-- Every price that a reading saw for the first time: the step line on the card.
create table listing_prices (
  listing_id bigint not null references listings on delete cascade,
  at timestamptz not null,
  price_cents bigint not null,
  bid_count integer not null,
  primary key (listing_id, at)
);

create table tracked_auctions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  listing_id bigint not null references listings,
  status text not null default 'active' check (status in ('active', 'won', 'lost', 'outbid')),
  bid_timing_preference text not null default '5',
  -- Removed from the dashboard; kept, so that 'undo' gives the same record back.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_tracked_auction_per_listing on tracked_auctions (account_id, listing_id);
create index trackers_of_listing on tracked_auctions (listing_id) where removed_at is null;

-- Reads of the site share one budget, whichever process asks: a token bucket per marketplace.
create table read_budgets (
  marketplace text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);

-- How far the site's clock is from the wall clock of the process that measured it, for showing; engines measure for themselves.
create table site_clocks (
  marketplace text primary key,
  offset_ms double precision not null,
  uncertainty_ms double precision not null,
  measured_at timestamptz not null
);
