-- A bid that was live in a backup from which the installation was restored. Nothing sends the bid until its owner keeps it:
-- after the backup was taken it may have been sent, changed or cancelled. `restored_from` is when the backup was taken, on
-- the database's clock, until the owner keeps or changes the bid.
alter table bids add column restored_from timestamptz;
-- The engine that holds the bid reads the site, and sends nothing.
alter table bids add column claimed_to_read boolean not null default false;
create index bids_restored on bids (fire_at) where status = 'pending' and restored_from is not null;

-- The rule holds for every program, also for one of the version before, which knows nothing of restored bids: its claim finds
-- no row, and its lock-in is refused.
create function keep_restored_bid_unsent() returns trigger language plpgsql as $$
begin
  if new.engine_id is null then new.claimed_to_read := false;
  elsif not new.claimed_to_read then return null;
  end if;
  new.locked_in_at := null;
  return new;
end $$;
create trigger bids_restored_unsent before update on bids for each row
  when (new.status = 'pending' and new.restored_from is not null) execute function keep_restored_bid_unsent();

-- The installation has moved to another place, when `bidwell backup --final` ended bidding here. Nothing resumes it.
alter table operator_pause add column moved_at timestamptz;
alter table operator_pause add check (moved_at is null or state = 'all');
