-- What became of each backup. Only the command that makes them writes here, as the owner of the database.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default clock_timestamp(),
  -- What the backup holds is from this instant.
  taken_at timestamptz not null,
  -- Null: it is being made, or its process was killed.
  ended_at timestamptz,
  is_final boolean not null default false,
  -- The name of the file in the folder of backups; null until it is whole.
  file text check (file ~ '^[A-Za-z0-9._-]{1,200}$'),
  bytes bigint check (bytes > 0),
  row_count bigint check (row_count >= 0),
  -- When it had been read back, loaded into another database, and found equal. Null: nobody knows whether it can be restored.
  verified_at timestamptz,
  -- When the operator's command had copied it off this machine.
  copied_at timestamptz,
  -- What went wrong, in words, with the backup itself or with its copy.
  failure text check (length(failure) between 1 and 2000),
  copy_failure text check (length(copy_failure) between 1 and 2000),
  -- When the file was removed, because later ones are enough.
  removed_at timestamptz,
  check (verified_at is null or file is not null),
  check (copied_at is null or file is not null)
);
-- For the latest ones.
create index backups_by_start on backups (started_at desc);
