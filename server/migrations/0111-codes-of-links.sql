-- oldest release: 0.1.0
-- The mail that verifies the address of a new account has a code too. It works in the session that registered.
alter table mail_links
  -- SHA-256 of the code. Null for a link without one.
  add column code_hash bytea check (length(code_hash) = 32),
  add column code_tries_left integer not null default 5 check (code_tries_left >= 0);
