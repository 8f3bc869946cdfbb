-- oldest release: 0.1.0
-- The security log stands in a table for each month, so that a month is dropped when its time is over. The table as it was
-- becomes the first of them, with all its rows: nothing is copied. Programs go on writing and reading security_events.

alter table security_events rename to security_events_before;
alter index security_events_pkey rename to security_events_before_pkey;
alter index security_events_chain_position_key rename to security_events_before_chain_position_key;
alter index security_events_by_time rename to security_events_before_by_time;
alter index security_events_of_account rename to security_events_before_of_account;
alter index security_events_of_administrators rename to security_events_before_of_administrators;
alter index security_events_unchained rename to security_events_before_unchained;
drop trigger security_events_append_only on security_events_before;

create table security_events (like security_events_before including defaults including constraints)
 partition by range (at);
create index security_events_by_time on security_events (at);
create index security_events_of_account on security_events (account_id, id desc) where account_id is not null;
create index security_events_of_administrators on security_events (id) where kind = 'administered';
create index security_events_unchained on security_events (id) where chain_position is null;

-- Numbers go on where they were. A number is unique in its month by an index, and in all of the log by its sequence.
do $$
declare
  numbers record;
begin
  select last_value, is_called into numbers from security_events_id_seq;
  alter table security_events_before alter column id drop identity;
  alter table security_events alter column id add generated always as identity;
  perform setval('security_events_id_seq', numbers.last_value, numbers.is_called);
end $$;

-- Programs of the version before use the log before its privileges are granted anew.
do $$
declare
  granted record;
begin
  for granted in
    select privilege_type, null as col, grantee from pg_class, aclexplode(relacl)
     where oid = 'security_events_before'::regclass and grantee <> relowner
    union all
    select privilege_type, attname, grantee from pg_attribute, aclexplode(attacl)
     where attrelid = 'security_events_before'::regclass
  loop
    execute format('grant %s %s on security_events to %s', granted.privilege_type, '(' || quote_ident(granted.col) || ')',
                   case granted.grantee when 0 then 'public' else granted.grantee::regrole::text end);
    execute format('revoke %s %s on security_events_before from %s', granted.privilege_type,
                   '(' || quote_ident(granted.col) || ')',
                   case granted.grantee when 0 then 'public' else granted.grantee::regrole::text end);
  end loop;
end $$;

create trigger security_events_append_only before update or delete on security_events
  for each row execute function refuse_rewrite_of_security_event();
create trigger security_events_not_truncated before truncate on security_events
  for each statement execute function refuse_rewrite();

-- The place in the chain is unique in a month only. An event that came with one would escape the chain.
create function unlink_new_security_event() returns trigger language plpgsql as $$
begin
  new.chain_position := null;
  return new;
end $$;
create trigger security_events_come_unlinked before insert on security_events
  for each row execute function unlink_new_security_event();

-- Takes whatever has no month of its own, so that no event is refused.
create table security_events_other partition of security_events (primary key (id), unique (chain_position)) default;
create trigger security_events_not_truncated before truncate on security_events_other
  for each statement execute function refuse_rewrite();

-- The tables of the log and the instants between which each holds the events; not the one for whatever has no month.
create function security_months(out name text, out since timestamptz, out until timestamptz) returns setof record
language sql stable set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
  select relname::text, coalesce(substring(bounds from 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity'),
         substring(bounds from 'TO \(''([^'']+)''\)')::timestamptz
    from (select relname, pg_get_expr(relpartbound, oid) as bounds
            from pg_inherits join pg_class on oid = inhrelid
           where inhparent = 'public.security_events'::regclass) as partitions
   where bounds <> 'DEFAULT'
$$;
revoke execute on function security_months from public;

-- Makes the tables that are missing, from this month to that of an instant, a year ahead at most. Returns their names. A month
-- whose events have come before its table stays in the table for what has no month. Attaching lets others write meanwhile.
create function make_security_months(up_to timestamptz) returns setof text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
set lock_timeout = '1s' as $$
declare
  month timestamptz;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('months of the security log'));
  for month in
    select generate_series(date_trunc('month', clock_timestamp()), least(up_to, clock_timestamp() + interval '1 year'),
                           interval '1 month')
  loop
    continue when exists (select from security_months() m where m.since <= month and m.until > month);
    continue when exists (
      select from security_events_other e where e.at >= month and e.at < month + interval '1 month');
    name := 'security_events_' || to_char(month, 'YYYY_MM');
    execute format('create table public.%I (like security_events including defaults including constraints)', name);
    execute format('alter table public.%I add primary key (id), add unique (chain_position)', name);
    execute format('create trigger security_events_not_truncated before truncate on public.%I
                      for each statement execute function refuse_rewrite()', name);
    execute format('alter table security_events attach partition public.%I for values from (%L) to (%L)', name,
                   month, month + interval '1 month');
    return next name;
  end loop;
end $$;
revoke execute on function make_security_months from public;

-- Drops the tables whose last event is older than an instant, and never one of the last 90 days: the rule of each event. Returns
-- their names. One that somebody reads stays until the next time.
create function drop_security_months(before timestamptz) returns setof text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  month text;
begin
  for month in
    select m.name from security_months() m
     where m.until <= least(before, clock_timestamp() - interval '90 days') order by m.until
  loop
    begin
      execute format('drop table public.%I', month);
    exception when lock_not_available then
      return;
    end;
    return next month;
  end loop;
end $$;
revoke execute on function drop_security_months from public;

-- The functions of an event take a row of security_events, which is another type now.
drop function security_event_facts(security_events_before);
drop function security_event_names(security_events_before);
create function security_event_facts(event security_events) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    event.id, event.kind, event.outcome, (extract(epoch from event.at) * 1000000)::bigint)::text, 'UTF8'))
$$;
create function security_event_names(event security_events) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    event.salt, event.account_id, encode(event.actor, 'hex'), event.ip_address, event.user_agent, event.request_id,
    event.detail)::text, 'UTF8'))
$$;

-- As before, but that an event is looked for in its month alone.
create or replace function extend_security_chain() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  chain security_chain;
  event security_events;
  link security_links;
begin
  select * into chain from security_chain for update;
  -- An event that an account's deletion holds waits for the next time: two that wait for one another would fail.
  for event in select * from security_events where chain_position is null order by id for update skip locked loop
    link.position := chain.length + 1;
    link.event_id := event.id;
    link.at := event.at;
    link.facts := security_event_facts(event);
    link.names := security_event_names(event);
    link.hash := security_link_hash(chain.head, link);
    insert into security_links select link.*;
    update security_events set chain_position = link.position where id = event.id and at = event.at;
    chain.length := link.position;
    chain.head := link.hash;
  end loop;
  update security_chain set length = chain.length, head = chain.head;
end $$;
create or replace function check_security_links(
  previous bytea, after bigint, up_to bigint, kept_since timestamptz,
  out found bigint, out broken_at bigint, out last bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with page as (
    select link.position, link.hash,
           after + row_number() over chain as place,
           security_link_hash(coalesce(lag(link.hash) over chain, previous), link) as expected,
           case when event.id is null then link.at < kept_since
                when event.account_pseudonym is null and link.names <> security_event_names(event) then false
                else link.facts = security_event_facts(event) end as is_event_unchanged
      from security_links as link
      left join security_events as event
        on event.id = link.event_id and event.chain_position = link.position and event.at = link.at
     where link.position > after and link.position <= up_to
    window chain as (order by link.position)
  )
  select count(*),
         min(place) filter (where position <> place or hash <> expected or not is_event_unchanged),
         (select hash from page order by position desc limit 1)
    from page
$$;

-- What there is up to the end of this month, by the clock that writes it, stays together. The rows are read once, under the lock.
do $$
declare
  until timestamptz;
begin
  select date_trunc('month', greatest(clock_timestamp(), max(at)), 'UTC') + interval '1 month' into until
    from security_events_before;
  execute format('alter table security_events attach partition security_events_before for values from (minvalue) to (%L)',
                 until);
end $$;
select make_security_months(clock_timestamp() + interval '2 months');
