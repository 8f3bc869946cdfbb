-- After a refusal the site is not asked for searches, and for nothing less than before otherwise.
create table search_pauses (
  marketplace text primary key,
  -- Refusals in a row.
  refusals integer not null default 0,
  refused_until timestamptz
);

-- What the site is asked for. Searches of several people for which it is asked for the same are one.
create table site_searches (
  id bigint generated always as identity primary key,
  marketplace text not null,
  -- Between spaces, in a fixed order.
  words text not null,
  max_price_cents bigint,
  category_id text,
  seller_id text,
  delivery text not null check (delivery in ('any', 'shipped', 'pickup')),
  -- The page that is read next: above 1 while a run is in progress.
  next_page integer not null default 1 check (next_page > 0),
  -- When its last page was read, or was to be read.
  tried_at timestamptz,
  -- When a run last ended with all pages read.
  last_run_at timestamptz,
  -- How many items the site found then.
  found integer,
  failure text check (failure in ('too_many', 'site')),
  unique nulls not distinct (marketplace, words, max_price_cents, category_id, seller_id, delivery)
);

-- What the runs of a search at the site have found, kept after the close to know it again when it is listed again.
create table found_items (
  site_search_id bigint not null references site_searches on delete cascade,
  auction_id text not null,
  title text not null,
  seller_id text not null,
  category_id text,
  category text,
  image_url text,
  -- As the last run has shown them.
  price_cents bigint not null,
  bid_count integer not null,
  ends_at timestamptz not null,
  found_at timestamptz not null,
  -- Whether a run has ended since it was found: then its news was told.
  is_told boolean not null default false,
  primary key (site_search_id, auction_id)
);

-- What people look for. A title has to match the words as a whole.
create table searches (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  site_search_id bigint not null references site_searches,
  words text not null,
  category_name text,
  seller_name text,
  created_at timestamptz not null,
  -- When the first run ended, of whose finds nobody is told; null before.
  watched_since timestamptz
);
create index searches_of_account on searches (account_id);
create index searches_of_site_search on searches (site_search_id);

-- What the site calls the seller of a number.
create index listings_by_seller on listings (marketplace, seller_id) where seller is not null;

-- The last close of the same title of the same seller.
create index found_items_by_title on found_items (site_search_id, seller_id, lower(title), ends_at desc);
