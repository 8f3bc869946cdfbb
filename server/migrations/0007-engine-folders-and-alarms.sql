-- What proves the end of an engine across containers and restarts, and what an operator must look at.

-- Names the folder with the engine's journal, if that folder is on a disk of one machine. Engines that noted the same
-- folder under an earlier boot of the same host have ended.
alter table engines add column folder_id text;

-- By the database's clock, because hosts compare it.
alter table engines alter column heartbeat_at set default clock_timestamp();
comment on column engines.heartbeat_at is 'When the heartbeat was last raised, by the clock of the database.';

-- Records that the product could not use and has set aside. An alarm stays until an operator clears it.
create table alarms (
  -- The same finding is one alarm, however often it is made.
  kind text not null check (kind in ('journal_unreadable', 'entry_rejected')),
  -- What was set aside, and where: a name without a secret.
  subject text not null,
  raised_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject)
);
