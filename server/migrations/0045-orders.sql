-- What the site's lists of orders say of an item that an account has won: only of items on which the account has a bid
-- here. What the site did not tell is null.
create table orders (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  auction_id text not null,
  order_id text,
  -- The item has moved to the list of paid orders.
  paid boolean not null,
  price_cents bigint,
  -- The last day for paying, as the site names it.
  pay_by date,
  shipping_cents bigint,
  handling_cents bigint,
  tax_cents bigint,
  tracking_number text,
  shipper text,
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  primary key (account_id, marketplace, auction_id)
);

-- `orders_unreadable`: a list of orders has another shape than the known one; `subject` is the list and the names of the
-- fields that came.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add check (kind in (
  'journal_unreadable', 'entry_rejected', 'logins_limited', 'retention_failed', 'record_changed', 'two_subscriptions',
  'subscription_unknown', 'customer_not_closed', 'payment_disputed', 'stripe_message_refused', 'orders_unreadable'));
