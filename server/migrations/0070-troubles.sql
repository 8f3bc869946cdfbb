-- What is wrong with the installation: what its parts measure, and what administrators were told.

-- Free bytes of the disk that holds the engine's journal; written with the heartbeat. Null: not measured.
alter table engines add column free_bytes bigint check (free_bytes >= 0);

-- The processes that run background jobs, each with its last beat. One that has not beaten for an hour is forgotten.
create table jobs_processes (
  host text not null,
  pid int not null,
  started_at timestamptz not null,
  beat_at timestamptz not null default clock_timestamp(),
  -- Free bytes of the disk that holds the data folder. Null: not measured.
  free_bytes bigint check (free_bytes >= 0),
  primary key (host, pid)
);

-- The certificate that browsers get at PUBLIC_URL, as the jobs saw it last.
create table public_certificate (
  singleton boolean primary key default true check (singleton),
  host text not null,
  expires_at timestamptz not null,
  checked_at timestamptz not null default clock_timestamp()
);

-- One row for each kind of trouble that has ever been seen.
create table troubles (
  kind text primary key check (kind ~ '^[a-z_]{1,40}$'),
  began_at timestamptz not null,
  ended_at timestamptz,
  -- When administrators were last told that it began.
  told_at timestamptz,
  -- Whether they were told of this beginning.
  is_told boolean not null default false
);

-- For what was sent and refused lately, and for whether a channel sends at all.
create index deliveries_by_end on deliveries (ended_at, channel, outcome) where ended_at is not null;

-- Those of the operator's addresses whose accounts administer the installation, for a process that may read no address.
create function administrators_among(emails text[]) returns setof bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.id
    from public.administrators m join public.accounts a on a.id = m.account_id
   where a.email = any(emails) and a.email_verified_at is not null
     and (exists (select from public.totp_secrets t where t.account_id = a.id and t.confirmed_at is not null)
          or exists (select from public.passkeys p where p.account_id = a.id))
$$;
revoke execute on function administrators_among from public;
