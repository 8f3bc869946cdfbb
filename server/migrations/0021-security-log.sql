-- Who signed in or tried to, and what changed about an account's protection. The owner and the operator read it.
create table security_events (
  id bigint generated always as identity primary key,
  -- Null when no account has the e-mail that was typed.
  account_id bigint,
  -- A keyed hash of the e-mail that was typed, see `createEmailHasher`.
  actor bytea,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  outcome text not null check (outcome in ('ok', 'failed', 'refused')),
  ip_address inet,
  user_agent text check (length(user_agent) <= 500),
  -- As in the process's log and in the response's header X-Request-Id.
  request_id text,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  -- Set, in place of everything that may name a person, when the account is deleted.
  account_pseudonym uuid,
  -- By the clock of the database: processes on several machines write one log.
  at timestamptz not null default clock_timestamp(),
  check (account_id is null or account_pseudonym is null)
);
create index security_events_of_account on security_events (account_id, id desc) where account_id is not null;
create index security_events_by_time on security_events (at);

create function refuse_rewrite_of_security_event() returns trigger language plpgsql as $$
declare
  expected security_events := old;
begin
  if tg_op = 'DELETE' then
    -- Addresses of people are not kept for ever. Nobody removes the traces of something recent.
    if old.at < clock_timestamp() - interval '90 days' then
      return old;
    end if;
    raise exception '% is append-only for 90 days', tg_table_name;
  end if;
  expected.account_id := null;
  expected.account_pseudonym := new.account_pseudonym;
  expected.actor := null;
  expected.ip_address := null;
  expected.user_agent := null;
  expected.request_id := null;
  expected.detail := '{}';
  if pg_trigger_depth() > 1 and old.account_id is not null and new.account_pseudonym is not null and new = expected then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger security_events_append_only before update or delete on security_events
  for each row execute function refuse_rewrite_of_security_event();
create trigger security_events_not_truncated before truncate on security_events
  for each statement execute function refuse_rewrite();

-- Replaces an account's number in the security log before the account's row is deleted.
create function anonymize_security_log() returns trigger
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
create trigger accounts_leave_the_security_log before delete on accounts
  for each row execute function anonymize_security_log();
