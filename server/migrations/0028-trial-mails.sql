-- The jobs write mails about trials and subscriptions, and see no addresses otherwise: the address of an account that has
-- or had one of the two, or null.
create function address_of_customer(customer bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select email from accounts a
   where a.id = customer
     and (exists (select from trials t where t.account_id = a.id)
          or exists (select from subscriptions s where s.account_id = a.id))
$$;
revoke execute on function address_of_customer from public;

-- As before, and never an account with a subscription: it pays.
create or replace function delete_unused_accounts(opened_before timestamptz, most integer) returns integer
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
       and not exists (select from subscriptions s where s.account_id = a.id)
     limit most
     for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
