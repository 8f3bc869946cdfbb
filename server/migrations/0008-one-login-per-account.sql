-- A bid is sent with the login that its engine found, and wrong logins are counted by the site's user.

-- A version is given once in an installation: a login that is removed and stored again has another version.
create sequence login_versions as integer owned by connections.version;
select setval('login_versions', coalesce(max(version), 0) + 1, false) from connections;
alter table connections alter column version set default nextval('login_versions');
comment on column connections.version is
  'Changed whenever credentials are sealed. Both seals authenticate it, so an older seal cannot be restored.';

alter table connections
  -- The machine that obtained the stored session: the site may accept the session only from there.
  add column token_machine text,
  -- When the owner last asked for a new login. On the database's clock, like `login_started_at`.
  add column renewal_requested_at timestamptz;
update connections set login_started_at = null;

-- The version of the account's login when an engine claimed the bid; null without a login. The bid is locked in only
-- while the account still has this login.
alter table bids add column login_version integer;

-- Credentials that were tried before they are stored, by the keyed hash of the site's user name. A row counts as a
-- refused login from the start of the attempt, and is deleted when the site does not refuse it.
create table login_attempts (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  user_hash bytea not null,
  at timestamptz not null
);
create index login_attempts_by_time on login_attempts (at);

-- Concurrent attempts are counted in `login_attempts`, so that they need not wait for each other.
alter table accounts drop column login_attempt_started_at;
