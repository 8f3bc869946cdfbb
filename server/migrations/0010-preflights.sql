-- Checks ahead of a bid: that its login works, its item is open, and its maximum will do.

alter table bids
  -- When the next check is due, on the site's clock; long past for 'as soon as somebody gets to it', null for 'no more'.
  -- Whoever checks moves it ahead while doing so, so that nobody else does, and somebody does if they die.
  add column preflight_due_at timestamptz,
  -- The latest check: when, on the site's clock, and what it found, worst first; an empty list is 'ready'.
  add column preflight_at timestamptz,
  add column preflight_findings jsonb;

update bids set preflight_due_at = fire_at - interval '24 hours' where status = 'pending';

create index bids_preflight_due on bids (preflight_due_at) where status = 'pending' and preflight_due_at is not null;
