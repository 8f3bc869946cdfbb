-- A hash chain over the security log. Its links are a table of their own, because rows of the log lose their names when an
-- account is deleted, and go after a year: neither may break the chain. Links stay, and name nobody.
alter table security_events
  -- Goes with the names, so that nobody can find out from a link whom an event was about.
  add column salt uuid default gen_random_uuid(),
  -- The event's link. Filled in minutes later, so that signing in never waits for the chain's lock.
  add column chain_position bigint unique;
create index security_events_unchained on security_events (id) where chain_position is null;

create table security_links (
  position bigint primary key,
  event_id bigint not null,
  -- The event's time: says whether the event may be gone.
  at timestamptz not null,
  -- A hash of what an event says for as long as it is kept.
  facts bytea not null,
  -- A hash of what names a person, with the event's salt.
  names bytea not null,
  -- A hash of the above and of the previous hash.
  hash bytea not null
);
create trigger security_links_append_only before update or delete on security_links
  for each row execute function refuse_rewrite();
create trigger security_links_not_truncated before truncate on security_links
  for each statement execute function refuse_rewrite();

-- The end of the chain: one row. Whoever extends the chain locks it.
create table security_chain (
  singleton boolean primary key default true check (singleton),
  length bigint not null default 0,
  head bytea not null
);

create function security_chain_start() returns bytea language sql immutable as $$ select sha256('bidwell security log') $$;
insert into security_chain (head) values (security_chain_start());

create function security_event_facts(event security_events) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    event.id, event.kind, event.outcome, (extract(epoch from event.at) * 1000000)::bigint)::text, 'UTF8'))
$$;

create function security_event_names(event security_events) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    event.salt, event.account_id, encode(event.actor, 'hex'), event.ip_address, event.user_agent, event.request_id,
    event.detail)::text, 'UTF8'))
$$;

create function security_link_hash(previous bytea, link security_links) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    link.position, link.event_id, (extract(epoch from link.at) * 1000000)::bigint)::text, 'UTF8') || link.facts || link.names)
$$;

-- The jobs call this and the next function, and may not read the log themselves.
create function extend_security_chain() returns void
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
    update security_events set chain_position = link.position where id = event.id;
    chain.length := link.position;
    chain.head := link.hash;
  end loop;
  update security_chain set length = chain.length, head = chain.head;
end $$;
revoke execute on function extend_security_chain from public;

-- Compares links with their events and with one another. An event older than `kept_since` may be gone, and an event of a
-- deleted account keeps its facts alone.
create function check_security_links(
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
      left join security_events as event on event.id = link.event_id and event.chain_position = link.position
     where link.position > after and link.position <= up_to
    window chain as (order by link.position)
  )
  select count(*),
         min(place) filter (where position <> place or hash <> expected or not is_event_unchanged),
         (select hash from page order by position desc limit 1)
    from page
$$;
revoke execute on function check_security_links from public;

-- The only updates that are allowed set the place in the chain, once, and take out names when an account is deleted.
create or replace function refuse_rewrite_of_security_event() returns trigger language plpgsql as $$
declare
  linked security_events := old;
  nameless security_events := old;
begin
  if tg_op = 'DELETE' then
    -- Addresses of people are not kept for ever. Nobody removes the traces of something recent.
    if old.at < clock_timestamp() - interval '90 days' then
      return old;
    end if;
    raise exception '% is append-only for 90 days', tg_table_name;
  end if;
  linked.chain_position := new.chain_position;
  if old.chain_position is null and new = linked then
    return new;
  end if;
  nameless.account_id := null;
  nameless.account_pseudonym := new.account_pseudonym;
  nameless.actor := null;
  nameless.ip_address := null;
  nameless.user_agent := null;
  nameless.request_id := null;
  nameless.detail := '{}';
  nameless.salt := null;
  if pg_trigger_depth() > 1 and old.account_id is not null and new.account_pseudonym is not null and new = nameless then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create or replace function anonymize_security_log() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  pseudonym uuid := gen_random_uuid();
begin
  update security_events
     set account_id = null, account_pseudonym = pseudonym, actor = null, ip_address = null, user_agent = null,
         request_id = null, detail = '{}', salt = null
   where account_id = old.id;
  return old;
end $$;

-- `record_changed`: a hash chain is broken; `subject` is the record and the place.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add check (
  kind in ('journal_unreadable', 'entry_rejected', 'logins_limited', 'retention_failed', 'record_changed'));
