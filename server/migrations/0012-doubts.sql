-- For a bid that was claimed while it may have been sent already, both on the site's clock: nothing has been sent since
-- the one, and its holder sends nothing before the other. A successor that comes before then need not begin to wait anew.
alter table bids add column uncertain_since timestamptz, add column not_sent_before timestamptz;
