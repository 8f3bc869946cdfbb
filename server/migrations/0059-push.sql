-- Pushes to browsers.

-- The key pair by which push services know this installation. Browsers subscribe to this public key alone, so it is made once
-- and stays: with another one, every subscription would be lost. The jobs seal the private key, and the API cannot read it.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  -- The uncompressed point, in base64url.
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz not null
);

-- Who signs a browser out, there or elsewhere, wants no alerts on it any more. A session that ends because it was not used, or
-- because there are too many, is no such wish.
create function end_push_of_session() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update destinations set stopped_at = new.revoked_at, stopped_because = 'signed_out'
   where account_id = new.account_id and channel = 'push' and settings ->> 'session' = new.id::text
     and stopped_at is null;
  return null;
end $$;
create trigger end_push_of_session after update of revoked_at on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null
        and new.revoked_reason not in ('administrator_idle', 'too_many'))
  execute function end_push_of_session();

-- A push service says that a subscription is gone, and a browser that its subscription was replaced, by the address.
create index push_destinations on destinations (address) where channel = 'push';
