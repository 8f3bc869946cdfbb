-- That a bank disputes what was paid is mailed once for an invoice.
alter table invoices add column dispute_mailed_at timestamptz;

-- `payment_disputed`: a customer's bank waits for an answer about a payment; `subject` is the id of the dispute.
-- `stripe_message_refused`: a message had no valid signature of the payment service; `subject` is the day.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add check (kind in (
  'journal_unreadable', 'entry_rejected', 'logins_limited', 'retention_failed', 'record_changed', 'two_subscriptions',
  'subscription_unknown', 'customer_not_closed', 'payment_disputed', 'stripe_message_refused'));
