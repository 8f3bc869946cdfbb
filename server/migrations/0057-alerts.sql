-- Where alerts go, and what of them each user wants.

-- A place outside the browser that receives a user's alerts. The jobs read it; of the accounts themselves they see no address.
create table destinations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  channel text not null check (channel in ('email', 'push', 'sms', 'webhook')),
  -- An e-mail address, a telephone number with its country, the address of a push service or of a webhook.
  address text not null check (length(address) between 1 and 2000),
  -- What the user calls it.
  label text not null check (length(label) between 1 and 100),
  -- What its channel needs besides the address.
  settings jsonb not null default '{}',
  -- Nothing but a code is sent to a place whose owner is not proved.
  verified_at timestamptz,
  -- The other side has ended it, or refused for too long. Null settles it again.
  stopped_at timestamptz,
  stopped_because text,
  -- When a device last reported that it showed an alert.
  shown_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((stopped_at is null) = (stopped_because is null)),
  unique (account_id, channel, address)
);
create unique index one_email_destination on destinations (account_id) where channel = 'email';

-- The account's verified address is its destination for mails. Verifying it anew settles a stopped one.
create function follow_address() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from destinations
   where account_id = new.id and channel = 'email' and (new.email_verified_at is null or address <> new.email);
  if new.email_verified_at is not null then
    insert into destinations (account_id, channel, address, label, verified_at)
    values (new.id, 'email', new.email, new.email, new.email_verified_at)
        on conflict (account_id, channel, address) do update
       set verified_at = excluded.verified_at, stopped_at = null, stopped_because = null;
  end if;
  return null;
end $$;
create trigger follow_address after insert or update of email, email_verified_at on accounts
  for each row execute function follow_address();
insert into destinations (account_id, channel, address, label, verified_at)
select id, 'email', email, email, email_verified_at from accounts where email_verified_at is not null;

-- What a user has changed of the defaults; no row: nothing.
create table alert_preferences (
  account_id bigint primary key references accounts on delete cascade,
  -- For a kind of notification, the channels that the user chose for it.
  choices jsonb not null default '{}',
  -- Wall times in `zone`, such as 22:30, between which nothing but urgent alerts goes out. Both or none.
  quiet_from time,
  quiet_to time,
  -- An IANA zone, in which alerts also tell times.
  zone text,
  urgent_wakes boolean not null default true,
  -- How long before a tracked auction ends its user is told; null: not at all.
  ending_soon_minutes int check (ending_soon_minutes between 1 and 1440),
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from is null or (quiet_from <> quiet_to and zone is not null))
);

-- Auctions of which a user wants no alerts that are not urgent.
create table alert_snoozes (
  account_id bigint not null references accounts on delete cascade,
  tracked_auction_id bigint not null references tracked_auctions on delete cascade,
  until timestamptz not null,
  primary key (account_id, tracked_auction_id)
);

-- When the jobs decide next what of a notification leaves the browser: at once for a new one, whatever a clock shows; null for
-- no more.
alter table notifications
  add column alert_due_at timestamptz,
  -- It waited for the end of quiet hours or of a burst, and may go out together with others.
  add column alert_held boolean not null default false;
alter table notifications alter column alert_due_at set default '-infinity';
create index notifications_to_alert on notifications (alert_due_at) where alert_due_at is not null;

-- A delivery that tells notifications; those in the content, of which this is the first.
alter table deliveries
  add column notification_id bigint references notifications on delete cascade,
  add column destination_id bigint references destinations on delete set null,
  -- A device reported that it showed the alert.
  add column shown_at timestamptz;
create index deliveries_of_notification on deliveries (notification_id) where notification_id is not null;
create index deliveries_to_destination on deliveries (destination_id) where destination_id is not null;
