-- When the site showed what a listing says, on its own clock: of two readings the one seen later stands, in whichever
-- order they are written down.
alter table listings add column seen_at timestamptz;
