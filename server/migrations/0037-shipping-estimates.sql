-- Where the user's items are sent, for estimates of the shipping.
alter table accounts add column shipping_zip text check (shipping_zip ~ '^[0-9]{5}$');

-- What the site's calculator said for a lot and a ZIP code. An amount that it did not say is null.
create table shipping_estimates (
  listing_id bigint not null references listings on delete cascade,
  zip text not null check (zip ~ '^[0-9]{5}$'),
  shipping_cents bigint check (shipping_cents >= 0),
  handling_cents bigint check (handling_cents >= 0),
  estimated_at timestamptz not null,
  primary key (listing_id, zip)
);
