-- oldest release: 0.1.0
-- A line of a file sets its bid by a maximum, or by what is paid at the door.
alter table import_lines
  add column all_in_cents bigint,
  -- For shipping and handling, as long as they are not known.
  add column allowance_cents bigint,
  -- The user collects the item; and then the seller asks nothing for handling.
  add column pickup boolean not null default false,
  add column no_handling boolean not null default false,
  add constraint import_lines_one_amount check (max_cents is null or all_in_cents is null);
