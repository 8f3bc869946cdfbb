-- oldest release: 0.1.0
-- Which call holds the key, and when the transaction with the effect of the call committed: a call that has ended without an answer
-- is repeated only if there was no effect.
alter table idempotency_keys add column attempt uuid, add column done_at timestamptz;
