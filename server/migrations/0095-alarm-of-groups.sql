-- oldest release: 0.1.0
-- `group_won_too_many`: a group of bids has won more than its owner accepts; `subject` is the group.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'journal_unreadable', 'entry_rejected', 'logins_limited', 'retention_failed', 'record_changed', 'two_subscriptions',
  'subscription_unknown', 'customer_not_closed', 'payment_disputed', 'stripe_message_refused', 'orders_unreadable',
  'group_won_too_many'));
