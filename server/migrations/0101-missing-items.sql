-- oldest release: 0.1.0
-- Since when the site has answered that it does not have the item: failures of other kinds say nothing about that.
alter table listings add column missing_since timestamptz;
