-- What a user plans to pay for an auction before a bid on it is scheduled. The bid form offers it; nothing is sent for it.
alter table tracked_auctions
  add planned_max_cents bigint check (planned_max_cents between 1 and 100000000);
