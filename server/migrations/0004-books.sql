-- What an account noted of an item that it has won: how it was sold again, and what the site gave back of its order.
create table sales (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  auction_id text not null,
  -- Null while it is not sold.
  sold_for_cents bigint,
  fees_cents bigint,
  sold_on date,
  sold_at text,
  refund_cents bigint,
  primary key (account_id, marketplace, auction_id),
  check ((sold_for_cents is null) = (sold_on is null) and (sold_for_cents is null) = (fees_cents is null))
);

-- Paid items of the site's own file of orders, which an account has read in. Shipping, handling, tax, fee and donation are the
-- item's part of its order. What the file does not tell is null.
create table past_orders (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  auction_id text not null check (auction_id ~ '^[1-9][0-9]{5,14}$'),
  order_id text not null,
  items_in_order integer not null check (items_in_order > 0),
  title text not null,
  seller text,
  ended_at timestamptz not null,
  ordered_on date,
  paid_on date,
  shipped_on date,
  price_cents bigint not null,
  shipping_cents bigint,
  handling_cents bigint,
  tax_cents bigint,
  additional_fee_cents bigint not null,
  donation_cents bigint not null,
  tracking_number text,
  primary key (account_id, marketplace, auction_id)
);
