-- oldest release: 0.1.0
-- For results that are looked for in the orders: those of the last hours, also of restored bids that were never locked in, which
-- the former index left out, so that PostgreSQL read all bids and all listings.
create index bids_settled on bids (settled_at) where settled_at is not null;
drop index bids_to_check;
