-- A site in fault is left alone by every process: how long, why, and who may try whether it is well again.

alter table read_budgets
  add column state text not null default 'ok' check (state in ('ok', 'backing_off')),
  add column state_since timestamptz not null default clock_timestamp(),
  -- The kind of failure that it was, as in the port to the site.
  add column because text,
  -- Failures in a row. Kept for a while after the site answers again: one that comes and goes is tried ever later.
  add column failures integer not null default 0,
  add column next_try_at timestamptz,
  -- While this lies ahead, somebody is trying; one at a time.
  add column probe_until timestamptz,
  -- While this lies ahead, a person waits for a read, and refreshes give way.
  add column person_waiting_until timestamptz,
  add column person_read_at timestamptz;
