-- When the account's lists of orders were last read to check how the bid came out, on the site's clock.
alter table bids add column orders_checked_at timestamptz;
create index bids_to_check on bids (settled_at) where locked_in_at is not null and settled_at is not null;
