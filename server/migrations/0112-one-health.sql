-- oldest release: 0.1.0
-- For whom the reads of the site were used is not counted any more.
drop table read_use;
