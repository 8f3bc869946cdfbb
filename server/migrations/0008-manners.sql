-- The site's circuit breaker, shared by all processes.

alter table read_budgets
  add column state text not null default 'ok' check (state in ('ok', 'backing_off')),
  add column state_since timestamptz not null default clock_timestamp(),
  -- The kind of the last failure, as in the port to the site.
  add column failure_kind text,
  -- Failures in a row. Kept for a while after a recovery, so that the pauses of an unsteady site keep growing.
  add column failures integer not null default 0,
  add column next_try_at timestamptz,
  -- Until then one process runs the half-open trial: a single read that shows whether the site has recovered.
  add column trial_until timestamptz,
  -- Until then a user waits for a read, and refreshes give way.
  add column user_waiting_until timestamptz,
  add column user_read_at timestamptz;
