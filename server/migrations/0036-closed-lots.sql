-- What the site showed of a lot after its close. The site forgets a lot after about 90 days; these rows are kept. They say
-- nothing about who tracked the lot, and of other bidders only amounts. What the site did not tell is null.
create table closed_lots (
  marketplace text not null,
  auction_id text not null,
  title text,
  category text,
  seller_id text not null,
  seller text,
  starting_price_cents bigint,
  -- The price after the close. A lot without bids was not sold, and shows its starting price.
  final_price_cents bigint,
  bid_increment_cents bigint,
  bid_count integer,
  bidder_count integer,
  -- The highest amounts of the bidders behind the one who led, one for each bidder.
  second_amount_cents bigint,
  third_amount_cents bigint,
  -- The price that long before the end, by the readings before it. Null when no reading was near enough to tell.
  price_day_before_cents bigint,
  price_hour_before_cents bigint,
  price_quarter_hour_before_cents bigint,
  -- Null: the site calculates shipping per address. Null does not mean free.
  shipping_cents bigint,
  -- On the site's clock. Null when the site does not say when the lot was closed.
  ended_at timestamptz,
  closed_reason text not null check (closed_reason in ('ended', 'ended_early', 'withdrawn')),
  primary key (marketplace, auction_id)
);

-- When a reading last showed the price before this one. Between that reading and this one, the price is not known.
alter table listing_prices add column previous_seen_at timestamptz;
