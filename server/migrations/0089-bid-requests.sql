-- oldest release: 0.1.0
-- Above this amount a token does not bid by itself: its owner is asked. Null: never asked.
alter table api_tokens
  add column ask_above_cents bigint check (ask_above_cents >= 0 and ask_above_cents < max_bid_cents);

-- The bids for which programs wait until the owner of their token schedules or refuses them.
create table bid_requests (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Without its token, nobody asks any more.
  api_token_id uuid not null references api_tokens on delete cascade,
  tracked_auction_id bigint not null references tracked_auctions on delete cascade,
  max_bid_cents bigint not null check (max_bid_cents > 0),
  seconds_before_end integer not null check (seconds_before_end between 1 and 180),
  -- `ended`: the auction came too near, or closed.
  state text not null default 'open' check (state in ('open', 'scheduled', 'refused', 'ended')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  check ((state = 'open') = (answered_at is null))
);
-- One bid of a token waits for an auction: a later wish takes its place.
create unique index bid_requests_open on bid_requests (api_token_id, tracked_auction_id) where state = 'open';
create index bid_requests_of_account on bid_requests (account_id, id desc);
create index bid_requests_of_auction on bid_requests (tracked_auction_id);
