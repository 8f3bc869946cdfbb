-- Refreshing takes what ends soonest of all that is due; with far more due than the budget allows, sorting those would
-- cost more than the reads.
create index listings_by_end on listings (ends_at) where next_check_at is not null;
