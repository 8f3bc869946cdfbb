-- What the app tells a user about bids, auctions, the site login, the account and the plan.
create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Names what happened. A process that does the same work again adds nothing.
  key text not null check (length(key) between 1 and 200),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Both null for what is about neither. A notification about a bid names its auction too.
  bid_id bigint references bids on delete cascade,
  tracked_auction_id bigint references tracked_auctions on delete cascade,
  -- What the sentences of the kind need: amounts in integer cents, instants in epoch ms.
  "values" jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (account_id, key),
  check (bid_id is null or tracked_auction_id is not null)
);
create index notifications_of_account on notifications (account_id, id desc);
create index notifications_unread on notifications (account_id, id) where read_at is null;
create index notifications_by_time on notifications (at);
create index notifications_of_bid on notifications (bid_id) where bid_id is not null;
create index notifications_of_auction on notifications (tracked_auction_id) where tracked_auction_id is not null;
