-- oldest release: 0.1.0
-- What the owner of a won item says of its payment: a row while the item is ticked as paid. The site's lists of orders
-- outweigh it.
create table said_payments (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  auction_id text not null,
  said_at timestamptz not null,
  primary key (account_id, marketplace, auction_id)
);

-- How the readings of an account's two lists of orders at a site came out, and when the next one is due. Each instant of a
-- reading is its beginning, on the clock of the process that read.
create table order_readings (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- The last reading that succeeded, and the last one that failed, of the list of unpaid orders.
  unpaid_read_at timestamptz,
  unpaid_failed_at timestamptz,
  -- The same of the list of paid orders.
  paid_read_at timestamptz,
  paid_failed_at timestamptz,
  -- The last reading failed because the site refuses the login, or because none is stored.
  login_refused boolean not null default false,
  -- Null while no won item is followed.
  next_read_at timestamptz,
  -- When the owner last asked for a reading.
  asked_at timestamptz,
  primary key (account_id, marketplace)
);
create index order_readings_due on order_readings (next_read_at) where next_read_at is not null;

-- The beginning of the last reading in which the order stood among the unpaid ones.
alter table orders add column unpaid_seen_at timestamptz;

-- The wins of the last weeks are followed from now on.
insert into order_readings (account_id, marketplace, next_read_at)
select distinct b.account_id, l.marketplace, now()
  from bids b join listings l on l.id = b.listing_id
 where b.status = 'won' and b.deleted_at is null and b.settled_at > now() - interval '42 days';

create index bids_won on bids (account_id, settled_at) where status = 'won';
