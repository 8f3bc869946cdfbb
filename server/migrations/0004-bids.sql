-- Scheduled bids, the engines that fire them, and the log of every bid.

-- One row per engine process.
create table engines (
  id bigint generated always as identity primary key,
  -- Where the process runs: another process on the same host can check whether it is dead or only disconnected.
  host text not null,
  pid integer not null,
  pid_started text not null,
  -- The lease: a counter, not a time. A peer treats the lease as expired when the counter stood still for the lease's
  -- length on the peer's own monotonic clock, so that a wall clock that jumps cannot end a lease.
  heartbeat bigint not null default 0,
  heartbeat_at timestamptz not null,
  unfit_reason text,
  started_at timestamptz not null,
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
  -- The listing's end minus the lead, on the site's clock. A statement that moves the end moves this too.
  fire_at timestamptz not null,

  -- The claim: the engine that may fire the bid, and its fencing number. Every claim increments the fence.
  engine_id bigint references engines,
  fence bigint not null default 0,
  -- Set by the last durable write before firing. A locked-in bid cannot be changed.
  locked_in_at timestamptz,
  -- Both on the site's clock, for a bid that an engine claimed after it was locked in: nothing was sent since the first
  -- instant, and the engine sends nothing before the second. The next engine continues this wait.
  uncertain_since timestamptz,
  not_sent_before timestamptz,

  -- What the user requested while an engine held the bid. Applied when the engine releases the bid.
  pending_change text check (pending_change in ('change', 'cancel')),
  pending_max_bid_cents bigint check (pending_max_bid_cents > 0),
  pending_seconds_before_end smallint check (pending_seconds_before_end between 1 and 180),

  -- When the next preflight is due, on the site's clock. Long past: as soon as possible. Null: none any more. A running
  -- preflight moves it ahead: no process repeats the preflight meanwhile, and another process does if the first dies.
  preflight_due_at timestamptz,
  -- The latest preflight: when, on the site's clock, and its findings, worst first. An empty list means ready.
  preflight_at timestamptz,
  preflight_findings jsonb,

  executed_at timestamptz,
  settled_at timestamptz,
  final_price_cents bigint,
  -- More detail than the status: see BidOutcome in the contract.
  outcome text,
  error_detail text,

  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_pending_bid_per_listing on bids (account_id, listing_id) where status = 'pending';
create index bids_due on bids (fire_at) where status = 'pending';
create index bids_unsettled on bids (fire_at) where status = 'executed';
create index bids_preflight_due on bids (preflight_due_at) where status = 'pending' and preflight_due_at is not null;
create index bids_of_account on bids (account_id, created_at desc) where deleted_at is null;
-- For the day limit and for pauses.
create index bids_committed on bids (account_id) where status in ('pending', 'executed', 'won');
create index bids_of_listing on bids (listing_id) where status in ('pending', 'executed');
create index bids_of_engine on bids (engine_id) where engine_id is not null;

-- The log of every bid, from which the receipt is built. Append-only.
create table bid_events (
  id bigint generated always as identity primary key,
  -- Generated where the event happens, so that replaying a journal after an outage inserts the event once.
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
