-- Each account has a share of the site's read budget: a token bucket of its own. A share that nobody has used for an hour
-- is full again, and its row is deleted.
create table read_shares (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  primary key (account_id, marketplace)
);

alter table read_budgets
  -- When the site last answered a read. Written only while `failing_items` holds any.
  add column answered_at timestamptz,
  -- The items whose last read failed, each with its failures in a row and the time of its next read. One such item is
  -- paused alone; several in a row, without an answer in between, pause all reads.
  add column failing_items jsonb not null default '[]';
