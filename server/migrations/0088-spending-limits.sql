-- oldest release: 0.1.0
-- The most that bids may cost whose auctions close in one week from Monday, and in one month, at the site. Null: no limit.
alter table accounts
  add column week_limit_cents bigint check (week_limit_cents > 0),
  add column month_limit_cents bigint check (month_limit_cents > 0);
