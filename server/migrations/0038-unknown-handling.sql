-- Null: the site does not show the handling charge. Null does not mean free.
alter table listings alter column handling_cents drop not null, alter column handling_cents drop default;
