-- While an account's credentials are being tried at the site, so that they are tried one after the other: a hundred at
-- once would all pass the count of what the site has refused.
alter table accounts add column login_attempt_started_at timestamptz;
