drop table verified_chains, vault_chain, security_links, security_chain cascade;
drop function if exists extend_vault_chain, vault_chain_start, vault_use_hash(bytea, vault_uses), security_chain_start, security_event_facts(security_events), security_event_names(security_events), extend_security_chain, check_security_links(bytea, bigint, bigint, timestamptz), make_security_months(timestamptz), drop_security_months(timestamptz), security_months cascade;
drop function if exists unlink_new_security_event cascade;
drop trigger vault_uses_append_only on vault_uses;
drop function refuse_rewrite_of_vault_use;
alter table vault_uses drop column chain_position, drop column chain_hash;
create trigger vault_uses_append_only before update or delete on vault_uses
  for each row execute function refuse_rewrite();
drop table security_events cascade;
create table security_events (
  id bigint generated always as identity primary key,
  account_id bigint,
  actor bytea,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  outcome text not null check (outcome in ('ok', 'failed', 'refused')),
  ip_address inet,
  user_agent text check (length(user_agent) <= 500),
  request_id text,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  account_pseudonym uuid,
  at timestamptz not null default clock_timestamp(),
  check (account_id is null or account_pseudonym is null)
);
create index security_events_of_account on security_events (account_id, id desc) where account_id is not null;
create index security_events_by_time on security_events (at);
create index security_events_of_administrators on security_events (id) where kind = 'administered';
create or replace function refuse_rewrite_of_security_event() returns trigger language plpgsql as $$
declare
  nameless security_events := old;
begin
  if tg_op = 'DELETE' then
    -- Addresses of people are not kept for ever. Nobody removes the traces of something recent.
    if old.at < clock_timestamp() - interval '90 days' then
      return old;
    end if;
    raise exception '% is append-only for 90 days', tg_table_name;
  end if;
  nameless.account_id := null;
  nameless.account_pseudonym := new.account_pseudonym;
  nameless.actor := null;
  nameless.ip_address := null;
  nameless.user_agent := null;
  nameless.request_id := null;
  nameless.detail := '{}';
  if pg_trigger_depth() > 1 and old.account_id is not null and new.account_pseudonym is not null and new = nameless then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger security_events_append_only before update or delete on security_events
  for each row execute function refuse_rewrite_of_security_event();
create trigger security_events_not_truncated before truncate on security_events
  for each statement execute function refuse_rewrite();
create or replace function anonymize_security_log() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  pseudonym uuid := gen_random_uuid();
begin
  update security_events
     set account_id = null, account_pseudonym = pseudonym, actor = null, ip_address = null, user_agent = null,
         request_id = null, detail = '{}'
   where account_id = old.id;
  return old;
end $$;
do $$ declare name text; def text; begin
  select conname, replace(pg_get_constraintdef(oid), '''record_changed''::text, ', '') into name, def from pg_constraint
   where conrelid = 'alarms'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%record_changed%';
  execute format('alter table alarms drop constraint %I, add constraint %I %s', name, name, def);
end $$;
