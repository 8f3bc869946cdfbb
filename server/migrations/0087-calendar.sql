-- oldest release: 0.1.0
-- The address at which calendar programs read an account's auctions, one for each account.
create table calendar_feeds (
  account_id bigint primary key references accounts on delete cascade,
  -- SHA-256 of the token in the address, which is 256 random bits.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Whether the entries name the maxima of the bids.
  shows_maxima boolean not null,
  created_at timestamptz not null,
  -- To the hour.
  last_read_at timestamptz
);

-- How often the site has moved the end: a calendar program takes the entry with the highest number.
alter table listings add column end_moves integer not null default 0;
create function count_end_moves() returns trigger language plpgsql as $$
begin
  new.end_moves := old.end_moves + 1;
  return new;
end $$;
create trigger listings_count_end_moves before update of ends_at on listings
  for each row when (old.ends_at is distinct from new.ends_at) execute function count_end_moves();
