-- Requests to delete an account. A request outlives its account: it shows the operator what was deleted and when, and
-- names nobody once the account is gone.
create table account_deletions (
  id bigint generated always as identity primary key,
  -- Not a foreign key: the number stays. It names nobody without the account, and is never used again.
  account_id bigint not null,
  requested_by text not null check (requested_by in ('owner', 'operator')),
  -- The operator's. Emptied when the account is deleted.
  reason text check (length(reason) between 1 and 500),
  requested_at timestamptz not null default clock_timestamp(),
  -- Until then, signing in cancels the request.
  due_at timestamptz not null default clock_timestamp() + interval '14 days',
  cancelled_at timestamptz,
  completed_at timestamptz,
  check (cancelled_at is null or completed_at is null),
  check (reason is null or requested_by = 'operator')
);
create unique index one_open_deletion_per_account on account_deletions (account_id)
  where cancelled_at is null and completed_at is null;

-- Deletes the account of an open request that is due, with everything that names its owner, and returns the address for
-- the last mail. Returns null when nothing is to be deleted now. A bid that is not settled delays the deletion, for at
-- most two weeks: its outcome is still to be told.
create function delete_account(request_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  request account_deletions;
  address text;
begin
  select * into request from account_deletions where id = request_id for update;
  if not found or request.cancelled_at is not null or request.completed_at is not null
     or request.due_at > clock_timestamp() then
    return null;
  end if;
  if request.due_at > clock_timestamp() - interval '14 days'
     and exists (select from bids where account_id = request.account_id and status in ('pending', 'executed')) then
    return null;
  end if;
  delete from accounts where id = request.account_id returning email into address;
  update account_deletions set completed_at = clock_timestamp(), reason = null where id = request_id;
  return address;
end $$;
revoke execute on function delete_account from public;

-- Deletes accounts whose address was never verified and that hold nothing: nobody is signed in, and there is no auction,
-- bid or site login. At least thirty days old, whatever the caller says. Returns how many were deleted.
create function delete_unused_accounts(opened_before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  deleted integer;
begin
  delete from accounts where id in (
    select a.id from accounts a
     where a.email_verified_at is null
       and a.created_at < least(opened_before, clock_timestamp() - interval '30 days')
       and not exists (select from sessions s where s.account_id = a.id)
       and not exists (select from tracked_auctions t where t.account_id = a.id)
       and not exists (select from bids b where b.account_id = a.id)
       and not exists (select from connections c where c.account_id = a.id)
     limit most
     for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke execute on function delete_unused_accounts from public;

-- For the retention job.
create index product_events_by_time on product_events (at);
create index mails_finished on mails (created_at) where next_try_at is null;

-- `retention_failed`: rows could not be deleted when their time was over; `subject` is the table.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add check (kind in ('journal_unreadable', 'entry_rejected', 'logins_limited', 'retention_failed'));
