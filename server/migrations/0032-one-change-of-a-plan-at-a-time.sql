-- Changes of a subscription count up as they begin. `change_sent_at`: when the latest was sent to the payment service,
-- until its answer has come.
alter table billing_customers
  add column changes_begun bigint not null default 0,
  add column change_sent_at timestamptz;
