-- What the site's search showed of sold items, kept for all who ask for the same words.
create table sold_look_ups (
  marketplace text not null,
  -- Between spaces, in a fixed order.
  words text not null,
  read_at timestamptz not null,
  -- The page was the last one: the site finds no older ones.
  is_last boolean not null,
  items jsonb not null,
  primary key (marketplace, words)
);

-- The archive is kept without end, and asked for its last 90 days.
create index closed_auctions_by_end on closed_auctions (marketplace, ended_at);
