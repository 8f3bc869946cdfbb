-- The administrator sees what waits and what failed, acts on it, and sees for whom the reads of the site are used.

-- For the lists of messages that have ended, by what became of them. Building it locks writes to the messages: half a second
-- for each 100,000 of them.
create index deliveries_by_outcome on deliveries (outcome, channel, ended_at, position, kind)
 where ended_at is not null and kind <> 'nothing';

-- For whether a bid is paused. Without it, PostgreSQL reads all accounts as soon as many bids are asked about. Building it locks
-- writes to the accounts for a twentieth of a second for each 100,000 of them.
create index accounts_with_paused_bidding on accounts (id) where bidding_paused_at is not null;

-- The reads of a site within an hour, by whom they were for, and how long the site's failures paused them. Each process adds
-- what it has counted since it last did.
create table read_use (
  marketplace text not null,
  -- Its beginning, by the database's clock.
  hour timestamptz not null check (date_trunc('hour', hour, 'UTC') = hour),
  -- Users who waited for the answer.
  people int not null default 0,
  -- Prices, checks ahead of bids, and orders. What a process gives back in a later hour is taken from that hour.
  schedule int not null default 0,
  -- Engines.
  bids int not null default 0,
  paused_ms bigint not null default 0,
  primary key (marketplace, hour)
);

/* What the administrator does with messages. The role of the API may neither read nor write what is in one. */

-- Makes a message due. `due`: it is in a second anyway. `sending`: a process has it. `ended`, or `gone`: there is nothing to send.
create function retry_delivery(wanted uuid, at timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  d record;
begin
  select ended_at, leased_until, next_try_at into d from public.deliveries where id = wanted for update;
  if not found then return 'gone'; end if;
  if d.ended_at is not null then return 'ended'; end if;
  if d.leased_until > clock_timestamp() then return 'sending'; end if;
  if d.next_try_at <= at + interval '1 s' then return 'due'; end if;
  update public.deliveries set next_try_at = at where id = wanted;
  return 'done';
end $$;
revoke execute on function retry_delivery from public;

-- Ends a message that nobody is sending. What was in it is deleted, as of every message that has ended.
create function cancel_delivery(wanted uuid, at timestamptz, because text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  d record;
begin
  select ended_at, leased_until into d from public.deliveries where id = wanted for update;
  if not found then return 'gone'; end if;
  if d.ended_at is not null then return 'ended'; end if;
  if d.leased_until > clock_timestamp() then return 'sending'; end if;
  update public.deliveries
     set ended_at = at, outcome = 'dropped', said = because, next_try_at = null, leased_until = null, content = null,
         blocked_by = null
   where id = wanted;
  return 'done';
end $$;
revoke execute on function cancel_delivery from public;

-- Makes the messages of a kind due that were tried in vain, 10,000 at most. Returns how many.
create function retry_deliveries(of_channel text, of_kind text, at timestamptz) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with retried as (
    update public.deliveries set next_try_at = at
     where id in (
       select id from public.deliveries
        where channel = of_channel and kind = of_kind and ended_at is null and attempts > 0
          and next_try_at > at + interval '1 s' and (leased_until is null or leased_until < clock_timestamp())
        order by give_up_at limit 10000 for update skip locked)
    returning id)
  select count(*)::int from retried
$$;
revoke execute on function retry_deliveries from public;

/* What the administrator sees of the job queue and does with it. No role but that of the jobs may read the queue's tables. */

-- How a job stands: `running`, `failed` for good, `waiting` for a process, or for `later`.
create function list_jobs(of_state text, of_task text, before_id bigint, at_most int)
returns table (id bigint, task text, state text, attempts int, max_attempts int, run_at timestamptz, created_at timestamptz,
               last_error text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select * from (
      select j.id, j.task_identifier,
             case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
                  when j.run_at <= now() then 'waiting' else 'later' end as state,
             j.attempts::int, j.max_attempts::int, j.run_at, j.created_at, left(split_part(j.last_error, E'\n', 1), 500)
        from graphile_worker.jobs j
       where j.id < before_id and (of_task is null or j.task_identifier = of_task)) found
     where found.state = of_state order by found.id desc limit at_most;
end $$;
revoke execute on function list_jobs from public;

create function count_jobs() returns table (task text, waiting int, later int, running int, failed int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select j.task_identifier,
           (count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()))::int,
           (count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at > now()))::int,
           (count(*) filter (where j.locked_at is not null))::int,
           (count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts))::int
      from graphile_worker.jobs j group by 1 order by 1;
end $$;
revoke execute on function count_jobs from public;

-- Makes a job due, with all its tries. The lock lets one administrator after the other act.
create function retry_job(wanted bigint, out result text, out task text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  j record;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of the administrator'));
  select task_identifier, locked_at, run_at, attempts < max_attempts as is_due into j
    from graphile_worker.jobs where id = wanted;
  task := j.task_identifier;
  if not found then result := 'gone';
  elsif j.locked_at is not null then result := 'running';
  elsif j.is_due and j.run_at <= clock_timestamp() then result := 'due';
  else
    perform from graphile_worker.reschedule_jobs(array[wanted], run_at := now(), attempts := 0);
    -- A process may have taken it since.
    result := case when found then 'done' else 'running' end;
  end if;
end $$;
revoke execute on function retry_job from public;

-- Deletes a job that nobody runs.
create function cancel_job(wanted bigint, out result text, out task text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  j record;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of the administrator'));
  select task_identifier, locked_at into j from graphile_worker.jobs where id = wanted;
  task := j.task_identifier;
  if not found then result := 'gone';
  elsif j.locked_at is not null then result := 'running';
  else
    perform from graphile_worker.complete_jobs(array[wanted]);
    result := case when found then 'done' else 'running' end;
  end if;
end $$;
revoke execute on function cancel_job from public;

-- Makes the jobs of a task due that have failed for good, 10,000 at most. Returns how many.
create function retry_failed_jobs(of_task text) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  retried int;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of the administrator'));
  select count(*) into retried
    from graphile_worker.reschedule_jobs(
           array(select id from graphile_worker.jobs
                  where task_identifier = of_task and attempts >= max_attempts limit 10000),
           run_at := now(), attempts := 0);
  return retried;
end $$;
revoke execute on function retry_failed_jobs from public;
