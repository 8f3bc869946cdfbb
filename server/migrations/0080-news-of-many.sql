-- oldest release: 0.1.0
-- The jobs look for both each ten seconds. Without an index, PostgreSQL reads all auctions and all bids each time. Building
-- them locks writes to the table for a tenth of a second for each 100,000 rows.

-- For prices that have reached what a user wanted to pay.
create index tracked_auctions_with_wanted_max on tracked_auctions (listing_id)
 where wanted_max_cents is not null and removed_at is null and status = 'active';

-- For bids that may have been sent, and whose answer is not known.
create index bids_uncertain on bids (uncertain_since)
 where uncertain_since is not null and settled_at is null;
