-- oldest release: 0.1.0
-- What was wrong with the installation, one row for each time. The latest of a kind says whether it still is.
drop table troubles, incidents, incident_watch;
create table incidents (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  began_at timestamptz not null,
  ended_at timestamptz,
  -- When administrators were told that it began; null: they were not.
  told_at timestamptz,
  check (began_at <= coalesce(ended_at, began_at))
);
create unique index incidents_open on incidents (kind) where ended_at is null;
create index incidents_latest on incidents (began_at);

-- The proxy in front renews its certificate.
drop table public_certificate;

-- For whom the reads of the site were used is not counted any more.
drop table read_use;

-- A single message or job is left to its queue.
drop function retry_delivery, retry_deliveries, cancel_delivery, retry_job, cancel_job;
