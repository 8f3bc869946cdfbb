-- oldest release: 0.1.0
-- An order can hold several items of one seller, also such that were won elsewhere. `shipping_cents` and `tax_cents` are the
-- part of this item by its price.
alter table orders
  add column items_in_order integer not null default 1 check (items_in_order > 0),
  -- When the list of paid orders first showed it.
  add column paid_seen_at timestamptz;
