-- What an operator's monitoring reads.

-- Written by each engine with its heartbeat. Null: nothing measured, or no bid sent in the last minutes.
alter table engines
  -- How late timers fired in the engine's process, the worst of the last five seconds.
  add column timer_late_ms double precision,
  -- How late bids left after their planned instant, the worst of the last minutes.
  add column bid_late_ms double precision;

-- For the bids that ended within an hour, counted by their outcome.
create index bids_ended on bids (settled_at, outcome) where settled_at is not null;

-- How full the job queue is, for a process whose role may not read the queue's tables.
create function read_job_queue(out waiting bigint, out failed bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()),
         count(*) filter (where attempts >= max_attempts)
    into waiting, failed
    from (select attempts, max_attempts, locked_at, run_at from graphile_worker.jobs limit 10000) jobs;
end $$;
revoke execute on function read_job_queue from public;
