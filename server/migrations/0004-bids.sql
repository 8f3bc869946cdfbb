-- Scheduled bids, the engines that hold them, and all that happened to each.

create table engines (
  id bigint generated always as identity primary key,
  -- Where the process runs, so that another on the same machine can tell that it is dead rather than cut off.
  host text not null,
  pid integer not null,
  pid_started text not null,
  -- The lease: a counter, not a time. Others call it expired when they have watched it stand still for the lease's
  -- length on their own monotonic clock, so no wall clock can end it early.
  heartbeat bigint not null default 0,
  unfit_because text,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  stopped_at timestamptz
);

create table bids (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  tracked_auction_id bigint not null references tracked_auctions,
  listing_id bigint not null references listings,
  max_bid_cents bigint not null check (max_bid_cents > 0),
  seconds_before_end smallint not null check (seconds_before_end between 1 and 180),
  status text not null default 'pending'
    check (status in ('pending', 'executed', 'outbid', 'failed', 'cancelled', 'auction_ended', 'won', 'lost')),
  -- The listing's end less the lead, on the site's clock; whoever moves the end moves this in the same statement.
  fire_at timestamptz not null,
  -- The claim: which engine may fire it, under which fencing number. Every claim raises the fence.
  engine_id bigint references engines,
  fence bigint not null default 0,
  -- Set by the last durable write before firing; from then on a change is refused.
  locked_in_at timestamptz,
  -- What the user asked for while an engine held the bid; applied by whoever lets go of it.
  pending_change text check (pending_change in ('change', 'cancel')),
  pending_max_bid_cents bigint check (pending_max_bid_cents > 0),
  pending_seconds_before_end smallint check (pending_seconds_before_end between 1 and 180),
  executed_at timestamptz,
  settled_at timestamptz,
  final_price_cents bigint,
  -- The finer way in which it ended: see BidOutcome in the contract.
  outcome text,
  error_detail text,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_live_snipe_per_auction on bids (account_id, listing_id) where status = 'pending';
create index bids_due on bids (fire_at) where status = 'pending';
create index bids_unsettled on bids (fire_at) where status = 'executed';
create index bids_of_account on bids (account_id, created_at desc) where deleted_at is null;
create index bids_of_listing on bids (listing_id) where status in ('pending', 'executed');
create index bids_of_engine on bids (engine_id) where engine_id is not null;

-- Append-only; what the receipt is read from.
create table bid_events (
  id bigint generated always as identity primary key,
  -- Made by whoever saw it happen, so that a journal replayed after an outage adds it once.
  key uuid not null unique,
  bid_id bigint not null references bids on delete cascade,
  kind text not null,
  -- On the site's clock.
  at timestamptz not null,
  uncertainty_ms double precision,
  engine_id bigint,
  fence bigint,
  detail jsonb not null default '{}',
  recorded_at timestamptz not null default clock_timestamp()
);
create index bid_events_of_bid on bid_events (bid_id, at, id);
create trigger bid_events_append_only before update on bid_events
  for each row execute function refuse_rewrite();
