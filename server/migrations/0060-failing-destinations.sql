-- Since when every alert to a destination has failed, and how many tries that were. Null: the last one arrived.
alter table destinations
  add column failing_since timestamptz,
  add column failures int not null default 0,
  add check ((failing_since is null) = (failures = 0));
