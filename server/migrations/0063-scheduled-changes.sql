-- The plan and interval that a subscription has from `next_starts_at` on, as the payment service showed them last. Null
-- where the present ones go on.
alter table subscriptions
  add column next_plan text,
  add column next_interval text check (next_interval in ('month', 'year')),
  add column next_amount_cents bigint check (next_amount_cents >= 0),
  add column next_starts_at timestamptz,
  add check (num_nulls(next_plan, next_interval, next_amount_cents, next_starts_at) in (0, 4));
