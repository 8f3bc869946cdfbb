-- oldest release: 0.1.0
-- A file of auctions that the API tracks line by line, and what became of each line. Kept for a week after its end.
create table imports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- The session whose user had the maxima bid; null: nobody did. When it ends, no further line is bid on.
  bids_of_session uuid,
  -- Whether a maximum far above the price is bid too.
  confirms_high boolean not null,
  created_at timestamptz not null,
  -- When the next line is due. Who works on a line moves it ahead, so that nobody else works on it.
  due_at timestamptz not null,
  -- When a line was last begun.
  begun_at timestamptz,
  ended_at timestamptz
);
create unique index imports_open on imports (account_id) where ended_at is null;
create index imports_due on imports (due_at) where ended_at is null;
create index imports_account on imports (account_id, id);

create table import_lines (
  import_id bigint not null references imports on delete cascade,
  line integer not null,
  -- The site's item number.
  auction_id text not null,
  max_cents bigint,
  -- Before the end, as the file or else the account says.
  seconds integer not null,
  note text not null,
  -- How often the site has failed to show the item.
  attempts integer not null default 0,
  -- What is still to be done. Each step is noted in the transaction of its effect; null: all is done.
  next_step text default 'track' check (next_step in ('track', 'note', 'bid')),
  result text check (result in ('tracked', 'scheduled', 'already_tracked', 'failed', 'cancelled')),
  -- What could not be done, for a person.
  fault text,
  primary key (import_id, line),
  unique (import_id, auction_id)
);
create index import_lines_to_do on import_lines (import_id, attempts, line) where next_step is not null;
