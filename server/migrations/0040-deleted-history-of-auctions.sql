-- Set once the user deletes the auction's row of the history: an auction that is only removed from the dashboard keeps it.
alter table tracked_auctions add column deleted_at timestamptz;
-- Until now, removing did both. What has left somebody's history does not come back.
update tracked_auctions set deleted_at = removed_at where removed_at is not null;
