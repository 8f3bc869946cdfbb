-- The audit trail of bids and pauses outlives the accounts that it is about, and cannot be changed or deleted.

-- Set when the bid's account is deleted: a random value, the same in all rows of the account. Nothing connects it with
-- the account's number, which is in `bids` only.
alter table bid_events add column account_pseudonym uuid;
-- The events stay when the bid is deleted with its account. `admit_bid_event` replaces the foreign key.
alter table bid_events drop constraint bid_events_bid_id_fkey;

-- Set, in place of `account_id`, when the account is deleted. The operator's pauses have neither.
alter table pauses add column account_pseudonym uuid;
alter table pauses drop constraint pauses_account_id_fkey;
alter table pauses add check (account_id is null or account_pseudonym is null);

-- Empties every text in the detail of an event, except the values of fields that hold one of a few fixed words. Messages
-- of the site may name a person.
create function without_free_text(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(name, case
               when name in ('kind', 'by', 'answer', 'outcome', 'code', 'severity', 'remedy') then field
               when name = 'because' and value ->> 'kind' = 'released' then field
               else without_free_text(field) end), '{}')
        from jsonb_each(value) as fields (name, field))
    when 'array' then (
      select coalesce(jsonb_agg(without_free_text(item) order by place), '[]')
        from jsonb_array_elements(value) with ordinality as items (item, place))
    when 'string' then '""'
    else value end;
end $$;

-- Replaces an account's number in the audit trail before the account's row is deleted.
create function anonymize_audit_trail() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  pseudonym uuid := gen_random_uuid();
begin
  -- Waits for events that are being written. Events that are written later wait, and find the bid deleted.
  perform from bids where account_id = old.id order by id for update;
  update bid_events e
     set account_pseudonym = pseudonym, detail = without_free_text(e.detail)
    from bids b
   where b.account_id = old.id and e.bid_id = b.id;
  update pauses set account_id = null, account_pseudonym = pseudonym where account_id = old.id;
  return old;
end $$;
create trigger accounts_leave_pseudonyms before delete on accounts
  for each row execute function anonymize_audit_trail();

-- An event needs a bid. A late event of a deleted bid, such as one from a journal, gets the pseudonym of earlier events.
create function admit_bid_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.account_pseudonym := null;
  perform from bids where id = new.bid_id for key share;
  if found then
    return new;
  end if;
  select account_pseudonym into new.account_pseudonym
    from bid_events where bid_id = new.bid_id and account_pseudonym is not null limit 1;
  if new.account_pseudonym is null then
    raise foreign_key_violation using message = format('bid %s does not exist', new.bid_id);
  end if;
  new.detail := without_free_text(new.detail);
  return new;
end $$;
create trigger bid_events_admitted before insert on bid_events
  for each row execute function admit_bid_event();

-- The only update that is allowed is the one that another trigger, `anonymize_audit_trail`, makes.
create function refuse_rewrite_of_bid_event() returns trigger language plpgsql as $$
declare
  expected bid_events := old;
begin
  expected.account_pseudonym := new.account_pseudonym;
  expected.detail := without_free_text(old.detail);
  if pg_trigger_depth() > 1 and old.account_pseudonym is null and new.account_pseudonym is not null and new = expected then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger bid_events_append_only on bid_events;
create trigger bid_events_append_only before update on bid_events
  for each row execute function refuse_rewrite_of_bid_event();
create trigger bid_events_not_deleted before delete or truncate on bid_events
  for each statement execute function refuse_rewrite();

create function refuse_rewrite_of_pause() returns trigger language plpgsql as $$
declare
  expected pauses := old;
begin
  expected.account_id := null;
  expected.account_pseudonym := new.account_pseudonym;
  if pg_trigger_depth() > 1 and old.account_id is not null and new.account_pseudonym is not null and new = expected then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger pauses_append_only on pauses;
create trigger pauses_append_only before update on pauses
  for each row execute function refuse_rewrite_of_pause();
create trigger pauses_not_deleted before delete or truncate on pauses
  for each statement execute function refuse_rewrite();

-- The operator's pauses that are not yet in the log of every bid that they apply to. The jobs write the log in batches
-- and then delete the row, so that the operator does not wait for it.
create table unlogged_pauses (
  pause_id bigint primary key references pauses,
  -- On the site's clock.
  at timestamptz not null,
  -- Bids up to this number have the event.
  logged_up_to bigint not null default 0
);

-- For the latest answer of the site to an account, which a preflight looks up.
create index bids_answered on bids (account_id, coalesce(executed_at, settled_at) desc)
  where executed_at is not null or outcome = 'account_limit';
create index bids_of_tracked_auction on bids (tracked_auction_id);
