-- The token with which the terminal of a new installation lets its first administrator in. The supervisor writes it at the
-- start, and replaces it at the next one.
create table appointment_tokens (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  expires_at timestamptz not null
);

-- Appoints an account by the token, which it uses up. False without the right token, once somebody administers the
-- installation, and for an account whose address nobody has verified. The API may call it, and may not write the tables:
-- no other call of the API makes an administrator.
create function appoint_by_token(given_hash bytea, given_account bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.accounts where id = given_account and email_verified_at is not null)
     or exists (select from public.administrators a join public.accounts c on c.id = a.account_id
                 where c.email_verified_at is not null) then
    return false;
  end if;
  delete from public.appointment_tokens where token_hash = given_hash and expires_at > clock_timestamp();
  if not found then
    return false;
  end if;
  insert into public.administrators (account_id, appointed_at) values (given_account, clock_timestamp())
      on conflict do nothing;
  return true;
end $$;
revoke execute on function appoint_by_token from public;
