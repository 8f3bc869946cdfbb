-- oldest release: 0.1.0
-- What an account notes of an auction that it tracks, and how it labels it. Reading the item again changes neither.
alter table tracked_auctions
  add column note text not null default '' constraint note_length check (char_length(note) <= 2000),
  -- Within an account, two labels differ in more than their capitals.
  add column labels text[] not null default '{}' constraint label_count check (cardinality(labels) <= 10);
