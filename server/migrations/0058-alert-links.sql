-- What can be done by a link in an alert without signing in: one POST of the page that the link opens does it.
create table alert_links (
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id bigint not null references accounts on delete cascade,
  -- `stop_kind`: no more mails of a kind of notification; `mute`: no alerts of an auction but urgent ones; `cancel`: cancels a bid.
  action text not null check (action in ('stop_kind', 'mute', 'cancel')),
  kind text,
  tracked_auction_id bigint references tracked_auctions on delete cascade,
  bid_id bigint references bids on delete cascade,
  -- The maximum that the alert told: a bid that was changed since is not cancelled by an old link.
  max_bid_cents bigint,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  check (case action when 'stop_kind' then kind is not null when 'mute' then tracked_auction_id is not null
                     else bid_id is not null and max_bid_cents is not null end)
);
create index alert_links_of_account on alert_links (account_id);
create index alert_links_by_end on alert_links (expires_at);
create index alert_links_of_auction on alert_links (tracked_auction_id) where tracked_auction_id is not null;
create index alert_links_of_bid on alert_links (bid_id) where bid_id is not null;
