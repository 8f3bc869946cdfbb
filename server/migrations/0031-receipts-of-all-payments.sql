-- As before, and the address of who has begun to buy: a payment without a plan of ours has a receipt too.
create or replace function address_of_customer(customer bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select email from accounts a
   where a.id = customer
     and (exists (select from trials t where t.account_id = a.id)
          or exists (select from subscriptions s where s.account_id = a.id)
          or exists (select from billing_customers b where b.account_id = a.id))
$$;
