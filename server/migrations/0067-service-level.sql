-- How bids were served, and the spans in which the installation was in trouble.

-- Whether `measured_bids` has the bid's present outcome. A correction clears it.
alter table bids add column measured boolean not null default false;
create index bids_unmeasured on bids (settled_at) where settled_at is not null and not measured;

-- One row for each ended bid, derived from its row and its log. It names no account, item or amount, and stays when the
-- account is deleted: otherwise those who leave would take their missed bids with them.
create table measured_bids (
  bid_id bigint primary key,
  marketplace text not null,
  -- The chosen moment, on the site's clock.
  due_at timestamptz not null,
  class text not null check (class in (
    'accepted', 'ours', 'site', 'login', 'limit', 'ended_early', 'unknown', 'overtaken', 'stopped')),
  sent boolean not null,
  won boolean not null,
  corrected boolean not null,
  -- How long before the close the last sending arrived, and how long after the chosen moment. Null: no sending in the log.
  lead_ms integer,
  late_ms integer
);
create index measured_bids_due on measured_bids (due_at)
  include (marketplace, class, sent, won, corrected, lead_ms, late_ms);

-- Spans of trouble, as the jobs see them.
create table incidents (
  id bigint generated always as identity primary key,
  -- `unwatched`: the jobs, or their database, did not run.
  kind text not null check (kind in ('no_engine', 'site_failing', 'bids_overdue', 'alerts_stuck', 'unwatched')),
  began_at timestamptz not null,
  -- When the trouble was last seen.
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- The kind of the site's failure: a name of ours, never a text of the site.
  detail text check (detail ~ '^[a-z_]{1,40}$'),
  check (began_at <= seen_at and seen_at <= coalesce(ended_at, seen_at))
);
create unique index incidents_open on incidents (kind) where ended_at is null;
create index incidents_latest on incidents (began_at);

-- When the jobs last looked for trouble; null before the first time.
create table incident_watch (
  singleton boolean primary key default true check (singleton),
  seen_at timestamptz
);
insert into incident_watch default values;

-- The operator's pauses are few among those of all accounts.
create index pauses_of_operator on pauses (at) where account_id is null and account_pseudonym is null;
-- For the number of verified accounts.
create index accounts_verified on accounts (id) where email_verified_at is not null;
