-- The tables of Bidwell, grouped by noun. Conventions of every table: money is in integer cents, and an instant is on the wall
-- clock of the process that writes it, unless a comment says that it is on the auction site's clock. The privileges of the roles
-- stand in `platform/database/grants.ts`, and are granted after each migration.

-- Accounts

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create table accounts (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  email_verified_at timestamptz,
  auth_provider text not null default 'password' check (auth_provider in ('password', 'google')),
  password_hash text,
  terms_version text not null,
  privacy_version text not null,
  terms_accepted_at timestamptz not null,
  phone_number text check (phone_number ~ '^[0-9]{10}$'),
  sms_opt_in boolean not null default false,
  default_seconds_before_end smallint not null default 5 check (default_seconds_before_end between 1 and 180),
  -- The highest sum of maximums of all bids on auctions that end on the same day. Null: no limit.
  day_limit_cents bigint check (day_limit_cents > 0),
  -- While set, engines fire none of the account's bids, except bids that were locked in before.
  bidding_paused_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  tour_outcome text check (tour_outcome in ('completed', 'skipped')),
  tour_ended_at timestamptz,
  -- Where the user's items are sent, for estimates of the shipping.
  shipping_zip text check (shipping_zip ~ '^[0-9]{5}$'),
  -- The operator suspends an account: nobody signs in to it until that is lifted. Its owner reads the reason.
  suspended_at timestamptz,
  suspended_because text check (length(suspended_because) between 1 and 500),
  -- A browser of the account has shown every result that was told until then; null: none has said so yet.
  results_seen_until timestamptz,
  week_limit_cents bigint check (week_limit_cents > 0),
  month_limit_cents bigint check (month_limit_cents > 0),
  tax_millionths integer not null default 0 check (tax_millionths between 0 and 300000),
  tax_on text not null default 'bid' check (tax_on in ('bid', 'all')),
  quote_margin_percent integer not null default 0 check (quote_margin_percent between 0 and 50),
  -- For a kind of notification, the channels that the user chose for it in place of the defaults.
  alert_choices jsonb not null default '{}',
  -- Wall times in `zone`, such as 22:30, between which nothing but urgent alerts goes out. Both or none.
  quiet_from time without time zone,
  quiet_to time without time zone,
  -- An IANA zone, in which alerts also tell times.
  zone text,
  urgent_wakes boolean not null default true,
  -- How long before a tracked auction ends its user is told; null: not at all.
  ending_soon_minutes integer check (ending_soon_minutes between 1 and 1440),
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from is null or ((quiet_from <> quiet_to) and zone is not null)),
  check ((tour_outcome is null) = (tour_ended_at is null)),
  check ((suspended_at is null) = (suspended_because is null))
);
-- The administrator looks users up by how their address begins.
create index accounts_by_beginning_of_email on accounts (email text_pattern_ops);
-- For the number of verified accounts.
create index accounts_verified on accounts (id) where email_verified_at is not null;
-- For whether a bid is paused. Without it, PostgreSQL reads all accounts as soon as many bids are asked about.
create index accounts_with_paused_bidding on accounts (id) where bidding_paused_at is not null;
-- For auctions that end soon.
create index accounts_told_of_ends on accounts (id) where ending_soon_minutes is not null;

-- Which accounts have a browser open. Of its own, and narrow, because it is written for every open browser, while a row of
-- accounts is wide and locked by whatever changes an account.
create table active_accounts (
  account_id bigint primary key references accounts on delete cascade,
  -- A browser of the account is open until then: its auctions are read more often.
  active_until timestamptz not null
) with (fillfactor = 50);

-- The Google accounts that sign in. An account at Google is known by its issuer and subject: its e-mail may change, and
-- may belong to somebody else later.
create table google_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null unique references accounts on delete cascade,
  -- As Google named it when the two were linked; for people to read.
  email text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);

-- The accounts that the operator has appointed at the terminal. Only the operator's commands write this table: no call of
-- the API makes an administrator.
create table administrators (
  account_id bigint primary key references accounts on delete cascade,
  appointed_at timestamptz not null
);

-- Requests to delete an account. A request outlives its account: it shows the operator what was deleted and when, and
-- names nobody once the account is gone.
create table account_deletions (
  id bigint generated always as identity primary key,
  -- Not a foreign key: the number stays. It names nobody without the account, and is never used again.
  account_id bigint not null,
  requested_by text not null check (requested_by in ('owner', 'operator')),
  -- The operator's. Emptied when the account is deleted.
  reason text check (length(reason) between 1 and 500),
  requested_at timestamptz not null default clock_timestamp(),
  -- Until then, signing in cancels the request.
  due_at timestamptz not null default clock_timestamp() + interval '14 days',
  cancelled_at timestamptz,
  completed_at timestamptz,
  check (cancelled_at is null or completed_at is null),
  check (reason is null or requested_by = 'operator')
);
create unique index one_open_deletion_per_account on account_deletions (account_id) where cancelled_at is null
  and completed_at is null;

-- Sessions, and what protects signing in

create table sessions (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- The refresh token that is valid now, and the token that it replaced. A second tab may use the replaced token for a
  -- few seconds.
  jti uuid not null,
  previous_jti uuid,
  rotated_at timestamptz,
  remember_me boolean not null,
  -- When the user last entered the password. Changing site credentials requires it again after fifteen minutes.
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  user_agent text,
  ip_address inet,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- `expires_at` moves when a remembered session is used, and when the user extends a session. It never moves beyond this.
  absolute_expires_at timestamptz not null,
  -- Where the session was last refreshed from; `ip_address` is where it was opened.
  last_ip_address inet,
  constraint sessions_end_in_time check (expires_at <= absolute_expires_at)
);
create index sessions_of_account on sessions (account_id) where revoked_at is null;

create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Base64url, as browsers send it.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- How often the authenticator says it has signed. A lower number than before means that the key was copied. Passkeys
  -- that are synchronised between devices always say zero.
  signature_count bigint not null check (signature_count >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_account on passkeys (account_id);

-- The secret that an account shares with an authenticator app (RFC 6238).
create table totp_secrets (
  account_id bigint primary key references accounts on delete cascade,
  -- AES-256-GCM: 12 bytes of nonce, 16 of tag, the secret. The session key of this name derives the key.
  sealed_secret bytea not null check (length(sealed_secret) = 48),
  key_id text not null,
  created_at timestamptz not null,
  -- Null until a code has shown that the app has the secret: before that, signing in does not ask for a code.
  confirmed_at timestamptz,
  -- The 30-second step, counted from 1970, of the last accepted code. Codes of that step and of earlier ones are refused.
  last_step bigint not null default 0,
  -- Wrong codes in a row. From the fifth on, the next try has to wait.
  failures integer not null default 0 check (failures >= 0),
  last_failed_at timestamptz
);

-- Each works once, in place of another second factor.
create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  -- SHA-256 of the account's number and the code: a code has 80 random bits, so that no slow hash is needed.
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- What the server has asked a browser to answer. The browser holds the challenge, the table its SHA-256.
create table identity_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('second_factor', 'passkey_login', 'proof', 'add_passkey')),
  -- Null for a sign-in by passkey, which names the account itself.
  account_id bigint references accounts on delete cascade,
  -- The session that has to answer; null before there is one.
  session_id uuid references sessions on delete cascade,
  -- What the user chose beside the password, for the session that the second factor opens.
  remember_me boolean,
  expires_at timestamptz not null,
  check ((account_id is null) = (purpose = 'passkey_login')),
  check ((session_id is null) = (purpose in ('second_factor', 'passkey_login'))),
  check ((remember_me is null) = (purpose <> 'second_factor'))
);
create index identity_challenges_by_expiry on identity_challenges (expires_at);
create index identity_challenges_of_account on identity_challenges (account_id);
create index identity_challenges_of_session on identity_challenges (session_id);

-- What counts once and has been used: nonces and tokens of Google, until they would have expired anyway, and the trial of a
-- person, which outlives the account, so that nobody gets a second one by deleting it. Unused ones are not stored.
create table used_once (
  -- The SHA-256 of a nonce or token; of a person, a keyed hash of the e-mail address.
  hash bytea primary key check (length(hash) = 32),
  expires_at timestamptz not null
);
create index used_once_by_expiry on used_once (expires_at);

-- What browsers say about failed logins. Anybody may write here, so nothing is decided by it.
create table login_failure_trail (
  id bigint generated always as identity primary key,
  step text not null check (step in ('failed', 'recovery', 'abandoned', 'resolved')),
  -- Chosen by the browser; it connects the steps of one tab.
  session_id text not null check (length(session_id) between 1 and 64),
  -- The hash of the e-mail under a key that the database does not have.
  email_hash bytea,
  error_type text check (error_type in ('invalid_credentials', 'account_locked', 'network_error', 'unknown')),
  attempt_count smallint check (attempt_count > 0),
  user_agent text check (length(user_agent) <= 500),
  recovery_method text check (recovery_method in ('password_reset', 'google_oauth', 'contact_support')),
  at timestamptz not null,
  check (case step
           when 'failed' then num_nonnulls(error_type, attempt_count) = 2 and recovery_method is null
           when 'recovery' then recovery_method is not null and error_type is null
           else num_nonnulls(error_type, attempt_count, recovery_method) = 0 end)
);
create index login_failure_trail_by_time on login_failure_trail (at);

-- The wrong passwords for an e-mail, whether or not an account has it: the answer does not reveal which. Known callers of
-- the account have a row each, and all other callers share one.
create table login_locks (
  -- Keyed: people also type passwords into the field for the e-mail. See `createEmailHasher`.
  email_hash bytea not null,
  -- As in `known_callers`, or 'strangers'.
  caller text not null,
  -- The failures within the last fifteen minutes, oldest first. An attempt counts as a failure until it has succeeded.
  failed_at timestamptz[] not null default '{}',
  -- The locks without a quiet time between them. Each lasts twice as long as the one before.
  locks integer not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (email_hash, caller)
);

-- The browsers and networks from which an account has signed in.
create table known_callers (
  account_id bigint not null references accounts on delete cascade,
  -- 'device ' and the SHA-256 hash of the browser's device cookie, or 'network ' and the network, see `callersOf`.
  caller text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, caller)
);
-- A browser or a network is looked up for all accounts at once.
create index known_callers_by_caller on known_callers (caller);

-- How many attempts a network, a wider network, an address, an account and the whole installation have used up. The used share
-- drains steadily.
create table attempt_budgets (
  name text primary key,
  capacity integer not null,
  used double precision not null,
  updated_at timestamptz not null
);

-- Responses to requests with an Idempotency-Key. A repeated request receives the stored response.
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null,
  -- Which call holds the key, and when the transaction with the effect of the call committed: a call that has ended without an answer
  -- is repeated only if there was no effect.
  attempt uuid,
  done_at timestamptz,
  primary key (account_id, key)
);

-- The links in mails that prove an address. A link is used once, and a new one replaces the account's earlier links of the
-- same purpose.
create table mail_links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email', 'restore_email')),
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The address that the link was sent to, and that its use proves.
  email text not null,
  -- The session that asked for it: it stays when the link changes the account's address.
  session_id uuid,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  -- SHA-256 of the code. Null for a link without one.
  code_hash bytea check (length(code_hash) = 32),
  code_tries_left integer not null default 5 check (code_tries_left >= 0)
);
create index mail_links_of_account on mail_links (account_id, purpose);

-- The security log

-- Who signed in or tried to, and what changed about an account's protection. The owner and the operator read it. Append-only.
create table security_events (
  id bigint generated always as identity primary key,
  -- Null when no account has the e-mail that was typed.
  account_id bigint,
  -- A keyed hash of the e-mail that was typed, see `createEmailHasher`.
  actor bytea,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  outcome text not null check (outcome in ('ok', 'failed', 'refused')),
  ip_address inet,
  user_agent text check (length(user_agent) <= 500),
  -- As in the process's log and in the response's header X-Request-Id.
  request_id text,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  -- Set, in place of everything that may name a person, when the account is deleted.
  account_pseudonym uuid,
  -- By the clock of the database: processes on several machines write one log.
  at timestamptz not null default clock_timestamp(),
  check (account_id is null or account_pseudonym is null)
);
create index security_events_by_time on security_events (at);
create index security_events_of_account on security_events (account_id, id desc) where account_id is not null;
-- The log of what administrators did is a part of the security log.
create index security_events_of_administrators on security_events (id) where kind = 'administered';

-- The only update that is allowed takes out names when an account is deleted. Rows go by age.
create function refuse_rewrite_of_security_event() returns trigger language plpgsql as $$
declare
  nameless security_events := old;
begin
  if tg_op = 'DELETE' then
    -- Addresses of people are not kept for ever. Nobody removes the traces of something recent.
    if old.at < clock_timestamp() - interval '90 days' then
      return old;
    end if;
    raise exception '% is append-only for 90 days', tg_table_name;
  end if;
  nameless.account_id := null;
  nameless.account_pseudonym := new.account_pseudonym;
  nameless.actor := null;
  nameless.ip_address := null;
  nameless.user_agent := null;
  nameless.request_id := null;
  nameless.detail := '{}';
  if pg_trigger_depth() > 1 and old.account_id is not null and new.account_pseudonym is not null and new = nameless then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Replaces an account's number in the security log before the account's row is deleted.
create function anonymize_security_log() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  pseudonym uuid := gen_random_uuid();
begin
  update security_events
     set account_id = null, account_pseudonym = pseudonym, actor = null, ip_address = null, user_agent = null,
         request_id = null, detail = '{}'
   where account_id = old.id;
  return old;
end $$;

create trigger accounts_leave_the_security_log before delete on accounts for each row
  execute function anonymize_security_log();
create trigger security_events_append_only before delete or update on security_events for each row
  execute function refuse_rewrite_of_security_event();
create trigger security_events_not_truncated before truncate on security_events for each statement
  execute function refuse_rewrite();

-- Logins at the auction site, and the vault that keeps them sealed

create sequence login_versions as integer;

-- A user's account at the auction site.
create table connections (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- The only form of the username that is shown. The full username is inside the sealed credentials.
  masked_username text not null,
  sealed_credentials jsonb not null,
  sealed_token jsonb,
  token_expires_at timestamptz,
  -- Changed whenever credentials are sealed. Both seals authenticate it, so an older seal cannot be restored.
  version integer not null default nextval('login_versions'),
  state text not null default 'connected' check (state in ('connected', 'refused', 'unreachable')),
  state_detail text,
  last_verified_at timestamptz,
  -- Set while a process logs in at the site. Other processes wait for its result: a second login could invalidate the
  -- token of the first.
  login_started_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The machine that obtained the stored session: the site may accept the session only from there.
  token_machine text,
  -- When the owner last asked for a new login. On the database's clock, like `login_started_at`.
  renewal_requested_at timestamptz,
  -- Keyed hash of the user name at the site, by which two users of one site account are found. Null: not known.
  site_user_hash bytea,
  unique (account_id, marketplace)
);
create index connections_of_site_user on connections (marketplace, site_user_hash);
alter sequence login_versions owned by connections.version;

-- Credentials that were tried before they are stored, by the keyed hash of the site's user name. A row counts as a
-- refused login from the start of the attempt, and is deleted when the site does not refuse it.
create table login_attempts (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  user_hash bytea not null,
  at timestamptz not null,
  -- Whether the account had connected a login before the attempt: refusals of others must not keep it from connecting again.
  is_proven boolean not null default false
);
create index login_attempts_by_time on login_attempts (at);

-- Every key that the vault has used, to detect a different key under the same name: it could not open the old seals.
create table vault_keys (
  kid text primary key,
  public_key bytea not null,
  -- A published text, sealed for the key when the key was first used. Only the matching private key opens it.
  known_answer jsonb not null,
  first_used_at timestamptz not null
);

-- Every use of the vault, for the owner of the login and for the operator. Append-only.
create table vault_uses (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  -- Null: credentials were tried before they were stored.
  connection_id bigint,
  process text not null,
  -- `rotate`: sealed again for a newer key.
  purpose text not null check (purpose in ('connect', 'refresh', 'bid', 'read', 'remove', 'rotate')),
  bid_id bigint,
  -- `refused`: the site rejected the login. Refusals are limited, so that the site does not lock the account.
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  at timestamptz not null
);
create index vault_uses_of_account on vault_uses (account_id, at);

create trigger vault_uses_append_only before delete or update on vault_uses for each row
  execute function refuse_rewrite();
create trigger vault_uses_not_truncated before truncate on vault_uses for each statement
  execute function refuse_rewrite();

-- Auctions

-- One listing per item at the site, shared by all accounts that track it.
create table listings (
  id bigint generated always as identity primary key,
  marketplace text not null,
  auction_id text not null,
  seller_id text not null,
  title text not null,
  seller text,
  category text,
  item_condition text,
  description text,
  image_urls text[] not null default '{}',
  starting_price_cents bigint not null,
  current_price_cents bigint not null,
  -- The lowest maximum that the site accepts next.
  minimum_bid_cents bigint not null,
  bid_increment_cents bigint not null,
  bid_count integer not null,
  -- Null: the site calculates shipping per address. Null does not mean free.
  shipping_cents bigint,
  handling_cents bigint,
  pickup_only boolean not null default false,
  -- When the site showed these values, on the site's clock. Of two readings the later one counts, whichever is written
  -- first.
  observed_at timestamptz,
  -- On the site's clock.
  ends_at timestamptz not null,
  -- The site's local time fell into the hour that occurs twice when summer time ends. The earlier instant is kept.
  ends_at_ambiguous boolean not null default false,
  closed_at timestamptz,
  closed_reason text check (closed_reason in ('ended', 'ended_early', 'withdrawn')),
  last_checked_at timestamptz not null,
  -- When the listing is refreshed next. Null: there is nothing more to learn.
  next_check_at timestamptz,
  -- A process is reading the item at the site until then; other processes wait for its result.
  read_claimed_until timestamptz,
  check_failures integer not null default 0,
  check_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- How often the site has moved the end: a calendar program takes the entry with the highest number.
  end_moves integer not null default 0,
  -- Whether the seller combines the shipping of several items. Null: the site has not shown it.
  combines_shipping boolean,
  -- Since when the site has answered that it does not have the item: failures of other kinds say nothing about that.
  missing_since timestamptz,
  unique (marketplace, auction_id)
);
-- Refreshing takes the due listing that ends soonest. Without this index, sorting a large backlog would take longer than
-- the reads.
create index listings_by_end on listings (ends_at) where next_check_at is not null;
create index listings_due on listings (next_check_at) where next_check_at is not null;

-- Every price, when a reading first showed it.
create table listing_prices (
  listing_id bigint not null references listings on delete cascade,
  at timestamptz not null,
  price_cents bigint not null,
  bid_count integer not null,
  -- When a reading last showed the price before this one. Between that reading and this one, the price is not known.
  previous_seen_at timestamptz,
  primary key (listing_id, at)
);

-- What the site's calculator said for an item and a ZIP code. An amount that it did not say is null.
create table shipping_estimates (
  listing_id bigint not null references listings on delete cascade,
  zip text not null check (zip ~ '^[0-9]{5}$'),
  shipping_cents bigint check (shipping_cents >= 0),
  handling_cents bigint check (handling_cents >= 0),
  estimated_at timestamptz not null,
  primary key (listing_id, zip)
);

-- One row per account and listing.
create table tracked_auctions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  listing_id bigint not null references listings,
  status text not null default 'active' check (status in ('active', 'won', 'lost', 'outbid')),
  bid_timing_preference text not null default '5',
  -- Set while the auction is removed from the dashboard. The row is kept, so that undo restores it.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  wanted_max_cents bigint constraint tracked_auctions_planned_max_cents_check check (wanted_max_cents between 1
    and 100000000),
  -- Set once the user deletes the auction's row of the history: an auction that is only removed from the dashboard keeps it.
  deleted_at timestamptz,
  note text not null default '' constraint note_length check (char_length(note) <= 2000),
  -- Within an account, two labels differ in more than their capitals.
  labels text[] not null default '{}' constraint label_count check (cardinality(labels) <= 10),
  -- When the owner ticked the won item as paid; the site's lists of orders outweigh it. Null: not ticked.
  said_paid_at timestamptz,
  -- Until then the user wants no alerts of the auction but urgent ones.
  alerts_muted_until timestamptz
);
create unique index one_tracked_auction_per_listing on tracked_auctions (account_id, listing_id);
-- For prices that have reached what a user wanted to pay.
create index tracked_auctions_with_wanted_max on tracked_auctions (listing_id) where wanted_max_cents is not null
  and removed_at is null and status = 'active';
create index trackers_of_listing on tracked_auctions (listing_id) where removed_at is null;

-- What the site showed of an auction after its close. The site forgets it after about 90 days; these rows are kept. They say
-- nothing about who tracked it, and of other bidders only amounts. What the site did not tell is null.
create table closed_auctions (
  marketplace text not null,
  auction_id text not null,
  title text,
  category text,
  seller_id text not null,
  seller text,
  starting_price_cents bigint,
  -- The price after the close. An item without bids was not sold, and shows its starting price.
  final_price_cents bigint,
  bid_increment_cents bigint,
  bid_count integer,
  bidder_count integer,
  -- The highest amounts of the bidders behind the one who led, one for each bidder.
  second_amount_cents bigint,
  third_amount_cents bigint,
  -- The price that long before the end, by the readings before it. Null when no reading was near enough to tell.
  price_day_before_cents bigint,
  price_hour_before_cents bigint,
  price_quarter_hour_before_cents bigint,
  -- Null: the site calculates shipping per address. Null does not mean free.
  shipping_cents bigint,
  -- On the site's clock. Null when the site does not say when the auction was closed.
  ended_at timestamptz,
  closed_reason text not null check (closed_reason in ('ended', 'ended_early', 'withdrawn')),
  primary key (marketplace, auction_id)
);

-- What an owner watches and bids on at the site itself: read when the owner asks for it, and dropped after a day.
create table site_lists (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- When the owner last asked.
  asked_at timestamptz not null,
  -- When the jobs read the lists next; null once they were read, or could not be.
  due_at timestamptz,
  read_at timestamptz,
  -- Why the last reading did not succeed.
  failure text check (failure in ('login', 'site')),
  -- [{ auctionId, maximumCents, note }], maximum and note null where the site shows none.
  auctions jsonb not null default '[]',
  primary key (account_id, marketplace)
);
create index site_lists_due on site_lists (due_at) where due_at is not null;

create function count_end_moves() returns trigger language plpgsql as $$
begin
  new.end_moves := old.end_moves + 1;
  return new;
end $$;

create trigger listings_count_end_moves before update of ends_at on listings for each row
  when (old.ends_at is distinct from new.ends_at) execute function count_end_moves();

-- What is read from the site

-- The offset of the site's clock from the database's clock, as an engine measured it last.
create table site_clocks (
  marketplace text primary key,
  offset_ms double precision not null,
  uncertainty_ms double precision not null,
  measured_at timestamptz not null
);

-- All processes share one read budget per site: a token bucket, and a circuit breaker for a site that fails.
create table read_budgets (
  marketplace text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null,
  state text not null default 'ok' check (state in ('ok', 'backing_off')),
  state_since timestamptz not null default clock_timestamp(),
  -- One of the error kinds of the port to the site.
  failure_kind text,
  -- Consecutive failures. Kept for a while after a recovery, so that the pauses of an unsteady site keep growing.
  failures integer not null default 0,
  next_try_at timestamptz,
  -- Until then one process runs the half-open trial: a single read that shows whether the site has recovered.
  trial_until timestamptz,
  -- The item whose read failed since the last answer. It may be its own fault; a second one that fails pauses all reads.
  failing_item text
);

-- Each account has a share of the site's reads. A row whose instants have passed is a full share, and is deleted.
create table read_shares (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- Until when the share is used by reads that somebody waited for, and by the refreshes that somebody asked for.
  reads_until timestamptz not null default now(),
  refreshes_until timestamptz not null default now(),
  primary key (account_id, marketplace)
);

-- What the site has answered that the product does not know: the call, and the form of its answer without a person, an amount or
-- a secret. The newest fifty are kept.
create table unknown_replies (
  marketplace text not null,
  shape text not null check (length(shape) <= 2000),
  seen_at timestamptz not null default now(),
  primary key (marketplace, shape)
);

-- Programs of the user

-- The tokens by which programs call the API for their owners.
create table api_tokens (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token, which has 178 random bits.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Each scope includes those before it.
  scope text not null check (scope in ('read', 'track', 'bid')),
  -- What one bid of the token may be, and what its bids on the auctions of one day at the site may come to.
  max_bid_cents bigint check (max_bid_cents > 0),
  day_cap_cents bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz,
  last_ip_address inet,
  -- When the owner got the mail about the coming end.
  reminded_at timestamptz,
  ask_above_cents bigint,
  unique (account_id, name),
  check (day_cap_cents >= max_bid_cents),
  check (expires_at > created_at),
  check (case scope when 'bid' then max_bid_cents is not null and day_cap_cents is not null
                    else max_bid_cents is null and day_cap_cents is null end),
  check (ask_above_cents >= 0 and ask_above_cents < max_bid_cents)
);
create index api_tokens_due on api_tokens (expires_at) where reminded_at is null;

-- The address at which calendar programs read an account's auctions, one for each account.
create table calendar_feeds (
  account_id bigint primary key references accounts on delete cascade,
  -- SHA-256 of the token in the address, which is 256 random bits.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Whether the entries name the maxima of the bids.
  shows_maxima boolean not null,
  created_at timestamptz not null,
  -- To the hour.
  last_read_at timestamptz
);

-- Engines, and bids

-- One row per engine process.
create table engines (
  id bigint generated always as identity primary key,
  -- Where the process runs: another process on the same host can check whether it is dead or only disconnected.
  host text not null,
  pid integer not null,
  pid_started text not null,
  -- The lease: a counter, not a time. A peer treats the lease as expired when the counter stood still for the lease's
  -- length on the peer's own monotonic clock, so that a wall clock that jumps cannot end a lease.
  heartbeat bigint not null default 0,
  -- When the heartbeat was last raised, by the clock of the database.
  heartbeat_at timestamptz not null default clock_timestamp(),
  unfit_reason text,
  started_at timestamptz not null,
  stopped_at timestamptz,
  -- Names the folder with the engine's journal, if that folder is on a disk of one machine. Engines that noted the same
  -- folder under an earlier boot of the same host have ended.
  folder_id text,
  -- How late timers fired in the engine's process, the worst of the last five seconds.
  timer_late_ms double precision,
  -- How late bids left after their planned instant, the worst of the last minutes.
  bid_late_ms double precision,
  -- Free bytes of the disk that holds the engine's journal; written with the heartbeat. Null: not measured.
  free_bytes bigint check (free_bytes >= 0)
);

-- Groups of bids, of which at most so many win.
create table bid_groups (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 60),
  most_wins bigint not null check (most_wins between 1 and 100),
  -- So many wins more the owner accepts, for bids that go out before the results of the others are known.
  extra_wins bigint not null default 0 check (extra_wins between 0 and 99),
  budget_cents bigint check (budget_cents > 0),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index bid_groups_of_account on bid_groups (account_id, id desc) where deleted_at is null;

-- What a bid is, who holds it and what its group lets it do stand in one row: a claim, a lock-in, a grant and a cancel each change
-- it by one statement, under one lock, and the triggers see all of it.
create table bids (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  tracked_auction_id bigint not null references tracked_auctions,
  listing_id bigint not null references listings,
  max_bid_cents bigint not null check (max_bid_cents > 0),
  seconds_before_end smallint not null check (seconds_before_end between 1 and 180),
  status text not null default 'pending' check (status in ('pending', 'executed', 'outbid', 'failed', 'cancelled',
    'auction_ended', 'won', 'lost')),
  -- The listing's end minus the lead, on the site's clock. A statement that moves the end moves this too.
  fire_at timestamptz not null,
  -- The claim: the engine that may fire the bid, and its fencing number. Every claim increments the fence.
  engine_id bigint references engines,
  fence bigint not null default 0,
  -- Set by the last durable write before firing. A locked-in bid cannot be changed.
  locked_in_at timestamptz,
  -- Both on the site's clock, for a bid that an engine claimed after it was locked in: nothing was sent since the first
  -- instant, and the engine sends nothing before the second. The next engine continues this wait.
  uncertain_since timestamptz,
  not_sent_before timestamptz,
  -- What the user requested while an engine held the bid: to cancel it, or new terms. Applied when the engine releases the bid.
  pending jsonb check (pending ->> 'kind' = 'cancel' or pending ->> 'kind' = 'change' and (pending -> 'maxBidCents')::bigint > 0
    and (pending -> 'secondsBeforeEnd')::int between 1 and 180),
  -- When the next preflight is due, on the site's clock. Long past: as soon as possible. Null: none any more. A running
  -- preflight moves it ahead: no process repeats the preflight meanwhile, and another process does if the first dies.
  preflight_due_at timestamptz,
  -- The latest preflight: when, on the site's clock, and its findings, worst first. An empty list means ready.
  preflight_at timestamptz,
  preflight_findings jsonb,
  executed_at timestamptz,
  settled_at timestamptz,
  final_price_cents bigint,
  -- More detail than the status: see BidOutcome in the contract.
  outcome text,
  -- Why the bid was not placed or does not count, in one or two sentences for its owner.
  error_detail text,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The site's message about the bid or the login, as plain text.
  site_message text,
  -- The version of the account's login when an engine claimed the bid; null without a login. The bid is locked in only
  -- while the account still has this login.
  login_version integer,
  -- When a bid began to count against its month. Unlike `created_at` on the wall clock, as the months are.
  counted_at timestamptz not null default clock_timestamp(),
  -- When the account's lists of orders were last read to check how the bid came out, on the site's clock.
  orders_checked_at timestamptz,
  -- Whether `measured_bids` has the bid's present outcome. A correction clears it.
  measured boolean not null default false,
  -- A bid that was live in a backup from which the installation was restored. Nothing sends the bid until its owner keeps it:
  -- after the backup was taken it may have been sent, changed or cancelled. `restored_from` is when the backup was taken, on
  -- the database's clock, until the owner keeps the bid.
  restored_from timestamptz,
  -- The token that scheduled the bid or raised its maximum last, also one that is gone since; null when that was the owner.
  api_token_id uuid,
  group_id bigint references bid_groups,
  -- The place that the owner gave the bid in its group; null: by the close, after those with a place.
  group_rank bigint check (group_rank > 0),
  -- The grant: the group lets the bid out. From then until the proof that the bid cannot win, it uses up one of the group's wins.
  group_granted_at timestamptz,
  group_released_at timestamptz,
  group_released_because text check (group_released_because in ('price_above_max', 'other_bidder_won',
    'no_bid_at_site', 'never_sent', 'user_said')),
  -- Why the group did not let the bid out when an engine asked last, and for which other bid.
  group_held_because text check (group_held_because in ('won', 'unknown', 'budget', 'order')),
  group_held_for bigint references bids on delete set null,
  all_in_cents bigint check (all_in_cents > 0),
  cost_basis jsonb,
  constraint bids_all_in_with_basis check ((all_in_cents is null) = (cost_basis is null)),
  check (group_released_at is null or group_granted_at is not null),
  check ((group_released_at is null) = (group_released_because is null))
);
-- For the latest answer of the site to an account, which a preflight looks up.
create index bids_answered on bids (account_id, coalesce(executed_at,
  settled_at) desc) where executed_at is not null or outcome = 'account_limit';
-- For the day limit and for pauses.
create index bids_committed on bids (account_id) where status in ('pending', 'executed', 'won');
create index bids_counted on bids (account_id, counted_at);
create index bids_delivered on bids (listing_id) where status = 'pending' and (all_in_cents is not null
  or pending is not null);
create index bids_due on bids (fire_at) where status = 'pending';
-- For the bids that ended within an hour, counted by their outcome.
create index bids_ended on bids (settled_at, outcome) where settled_at is not null;
create index bids_held_for on bids (group_held_for) where group_held_for is not null;
create index bids_of_account on bids (account_id, created_at desc) where deleted_at is null;
create index bids_of_engine on bids (engine_id) where engine_id is not null;
create index bids_of_group on bids (group_id) where group_id is not null;
create index bids_of_listing on bids (listing_id) where status in ('pending', 'executed');
create index bids_of_tracked_auction on bids (tracked_auction_id);
create index bids_preflight_due on bids (preflight_due_at) where status = 'pending' and preflight_due_at is not null;
create index bids_restored on bids (fire_at) where status = 'pending' and restored_from is not null;
-- For results that are looked for in the orders: those of the last hours, also of restored bids that were never locked in.
create index bids_settled on bids (settled_at) where settled_at is not null;
-- For bids that may have been sent, and whose answer is not known.
create index bids_uncertain on bids (uncertain_since) where uncertain_since is not null and settled_at is null;
create index bids_unmeasured on bids (settled_at) where settled_at is not null and (not measured);
create index bids_unsettled on bids (fire_at) where status = 'executed';
create index bids_won on bids (account_id, settled_at) where status = 'won';
create unique index one_pending_bid_per_listing on bids (account_id, listing_id) where status = 'pending';

-- The bids for which programs wait until the owner of their token schedules or refuses them.
create table bid_requests (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Without its token, nobody asks any more.
  api_token_id uuid not null references api_tokens on delete cascade,
  tracked_auction_id bigint not null references tracked_auctions on delete cascade,
  max_bid_cents bigint not null check (max_bid_cents > 0),
  seconds_before_end integer not null check (seconds_before_end between 1 and 180),
  -- `ended`: the auction came too near, or closed.
  state text not null default 'open' check (state in ('open', 'scheduled', 'refused', 'ended')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  check ((state = 'open') = (answered_at is null))
);
create index bid_requests_of_account on bid_requests (account_id, id desc);
create index bid_requests_of_auction on bid_requests (tracked_auction_id);
-- One bid of a token waits for an auction: a later wish takes its place.
create unique index bid_requests_open on bid_requests (api_token_id, tracked_auction_id) where state = 'open';

-- The log of every bid, from which the receipt is built. Append-only.
create table bid_events (
  id bigint generated always as identity primary key,
  -- Generated where the event happens, so that replaying a journal after an outage inserts the event once.
  key uuid not null unique,
  bid_id bigint not null,
  kind text not null,
  -- On the site's clock.
  at timestamptz not null,
  uncertainty_ms double precision,
  engine_id bigint,
  fence bigint,
  detail jsonb not null default '{}',
  recorded_at timestamptz not null default clock_timestamp(),
  -- Set when the bid's account is deleted: a random value, the same in all rows of the account. Nothing connects it with
  -- the account's number, which is in `bids` only.
  account_pseudonym uuid
);
create index bid_events_of_bid on bid_events (bid_id, at, id);

-- Empties every text in the detail of an event, except the values of fields that hold one of a few fixed words. Messages
-- of the site may name a person.
create function without_free_text(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(name, case
               when name in ('kind', 'by', 'answer', 'outcome', 'code', 'severity', 'remedy') then field
               when name = 'because' and value ->> 'kind' = 'released' then field
               else without_free_text(field) end), '{}')
        from jsonb_each(value) as fields (name, field))
    when 'array' then (
      select coalesce(jsonb_agg(without_free_text(item) order by place), '[]')
        from jsonb_array_elements(value) with ordinality as items (item, place))
    when 'string' then '""'
    else value end;
end $$;

-- The only update that is allowed is the one that another trigger, `anonymize_audit_trail`, makes.
create function refuse_rewrite_of_bid_event() returns trigger language plpgsql as $$
declare
  expected bid_events := old;
begin
  expected.account_pseudonym := new.account_pseudonym;
  expected.detail := without_free_text(old.detail);
  if pg_trigger_depth() > 1 and old.account_pseudonym is null and new.account_pseudonym is not null and new = expected then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- An event needs a bid. A late event of a deleted bid, such as one from a journal, gets the pseudonym of earlier events.
create function admit_bid_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.account_pseudonym := null;
  perform from bids where id = new.bid_id for key share;
  if found then
    return new;
  end if;
  select account_pseudonym into new.account_pseudonym
    from bid_events where bid_id = new.bid_id and account_pseudonym is not null limit 1;
  if new.account_pseudonym is null then
    raise foreign_key_violation using message = format('bid %s does not exist', new.bid_id);
  end if;
  new.detail := without_free_text(new.detail);
  return new;
end $$;

-- The rule holds for every statement: no lock-in of a restored bid is kept.
create function keep_restored_bid_unsent() returns trigger language plpgsql as $$
begin
  new.locked_in_at := null;
  return new;
end $$;

-- The rules hold for every statement: no bid is locked in without its group's grant. A pending bid that no engine holds, and
-- that was not locked in, has no grant: the grant belongs to the claim, and who ends the claim gives it back.
create function keep_ungranted_bid_unsent() returns trigger language plpgsql as $$
begin
  if new.engine_id is null and new.locked_in_at is null then
    new.group_granted_at := null;
    new.group_released_at := null;
    new.group_released_because := null;
  end if;
  if old.locked_in_at is null and (new.group_granted_at is null or new.group_released_at is not null) then
    new.locked_in_at := null;
  end if;
  return new;
end $$;

create trigger bids_restored_unsent before update on bids for each row
  when (new.status = 'pending' and new.restored_from is not null) execute function keep_restored_bid_unsent();
create trigger bids_ungranted_unsent before update on bids for each row
  when (new.status = 'pending' and new.group_id is not null) execute function keep_ungranted_bid_unsent();
create trigger bid_events_admitted before insert on bid_events for each row execute function admit_bid_event();
create trigger bid_events_append_only before update on bid_events for each row
  execute function refuse_rewrite_of_bid_event();
create trigger bid_events_not_deleted before delete or truncate on bid_events for each statement
  execute function refuse_rewrite();

-- Pauses

-- The operator's pause, for all accounts: one row. `no_new` stops bids that no engine holds; `all` stops every bid that
-- is not locked in.
create table operator_pause (
  singleton boolean default true primary key check (singleton),
  state text not null default 'off' check (state in ('off', 'no_new', 'all')),
  reason text,
  since timestamptz
);
insert into operator_pause default values;

-- Every start and end of a pause. Append-only. Without an account, the operator's pause.
create table pauses (
  id bigint generated always as identity primary key,
  account_id bigint,
  state text not null check (state in ('off', 'no_new', 'all')),
  requested_by text not null,
  reason text,
  at timestamptz not null,
  -- Set, in place of `account_id`, when the account is deleted. The operator's pauses have neither.
  account_pseudonym uuid,
  check (account_id is null or account_pseudonym is null)
);
create index pauses_of_account on pauses (account_id, id);
-- The operator's pauses are few among those of all accounts.
create index pauses_of_operator on pauses (at) where account_id is null and account_pseudonym is null;

-- The operator's pauses that are not yet in the log of every bid that they apply to. The jobs write the log in batches
-- and then delete the row, so that the operator does not wait for it.
create table unlogged_pauses (
  pause_id bigint primary key references pauses,
  -- On the site's clock.
  at timestamptz not null,
  -- Bids up to this number have the event.
  logged_up_to bigint not null default 0
);

create function refuse_rewrite_of_pause() returns trigger language plpgsql as $$
declare
  expected pauses := old;
begin
  expected.account_id := null;
  expected.account_pseudonym := new.account_pseudonym;
  if pg_trigger_depth() > 1 and old.account_id is not null and new.account_pseudonym is not null and new = expected then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Replaces an account's number in the audit trail before the account's row is deleted.
create function anonymize_audit_trail() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  pseudonym uuid := gen_random_uuid();
begin
  -- Waits for events that are being written. Events that are written later wait, and find the bid deleted.
  perform from bids where account_id = old.id order by id for update;
  update bid_events e
     set account_pseudonym = pseudonym, detail = without_free_text(e.detail)
    from bids b
   where b.account_id = old.id and e.bid_id = b.id;
  update pauses set account_id = null, account_pseudonym = pseudonym where account_id = old.id;
  return old;
end $$;

create trigger accounts_leave_pseudonyms before delete on accounts for each row
  execute function anonymize_audit_trail();
create trigger pauses_append_only before update on pauses for each row execute function refuse_rewrite_of_pause();
create trigger pauses_not_deleted before delete or truncate on pauses for each statement
  execute function refuse_rewrite();

-- After the win

-- What the site's lists of orders say of an item that an account has won: only of items on which the account has a bid
-- here. What the site did not tell is null.
create table orders (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  auction_id text not null,
  order_id text,
  -- The item has moved to the list of paid orders.
  paid boolean not null,
  price_cents bigint,
  -- The last day for paying, as the site names it.
  pay_by date,
  shipping_cents bigint,
  handling_cents bigint,
  tax_cents bigint,
  tracking_number text,
  shipper text,
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  -- The beginning of the last reading in which the order stood among the unpaid ones.
  unpaid_seen_at timestamptz,
  items_in_order integer not null default 1 check (items_in_order > 0),
  -- When the list of paid orders first showed it.
  paid_seen_at timestamptz,
  primary key (account_id, marketplace, auction_id)
);

-- How the readings of an account's two lists of orders at a site came out, and when the next one is due. Each instant of a
-- reading is its beginning, on the clock of the process that read.
create table order_readings (
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- The last reading that succeeded, and the last one that failed, of the list of unpaid orders.
  unpaid_read_at timestamptz,
  unpaid_failed_at timestamptz,
  -- The same of the list of paid orders.
  paid_read_at timestamptz,
  paid_failed_at timestamptz,
  -- The last reading failed because the site refuses the login, or because none is stored.
  login_refused boolean not null default false,
  -- Null while no won item is followed.
  next_read_at timestamptz,
  -- When the owner last asked for a reading.
  asked_at timestamptz,
  primary key (account_id, marketplace)
);
create index order_readings_due on order_readings (next_read_at) where next_read_at is not null;

-- Imports

-- A file of auctions that the API tracks line by line, and what became of each line. Kept for a week after its end.
create table imports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  marketplace text not null,
  -- The session whose user had the maxima bid; null: nobody did. When it ends, no further line is bid on.
  bids_of_session uuid,
  -- Whether a maximum far above the price is bid too.
  confirms_high boolean not null,
  created_at timestamptz not null,
  -- When the next line is due. Who works on a line moves it ahead, so that nobody else works on it.
  due_at timestamptz not null,
  -- When a line was last begun.
  begun_at timestamptz,
  ended_at timestamptz,
  -- The program that imports: once its token is revoked, no further line is tracked.
  by_token uuid
);
create index imports_account on imports (account_id, id);
create index imports_due on imports (due_at) where ended_at is null;
create unique index imports_open on imports (account_id) where ended_at is null;

create table import_lines (
  import_id bigint not null references imports on delete cascade,
  line integer not null,
  -- The site's item number.
  auction_id text not null,
  max_cents bigint,
  -- Before the end, as the file or else the account says.
  seconds integer not null,
  note text not null,
  -- How often the line has failed for a reason that may pass.
  attempts integer not null default 0,
  -- Begun: tracked by the import, whose note or bid may be missing. Set in the transaction that tracks or bids.
  state text not null default 'waiting'
    check (state in ('waiting', 'begun', 'tracked', 'scheduled', 'already_tracked', 'failed', 'cancelled')),
  -- What could not be done, for a person.
  fault text,
  unique (import_id, auction_id),
  primary key (import_id, line)
);
create index import_lines_to_do on import_lines (import_id, attempts, line) where state in ('waiting', 'begun');

-- Notifications, and what leaves

-- What the app tells a user about bids, auctions, the site login, the account and the plan.
create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Names what happened. A process that does the same work again adds nothing.
  key text not null check (length(key) between 1 and 200),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Both null for what is about neither. A notification about a bid names its auction too.
  bid_id bigint references bids on delete cascade,
  tracked_auction_id bigint references tracked_auctions on delete cascade,
  values jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  alert_due_at timestamptz default '-infinity'::timestamptz,
  unique (account_id, key),
  check (bid_id is null or tracked_auction_id is not null)
);
create index notifications_by_time on notifications (at);
create index notifications_of_account on notifications (account_id, id desc);
create index notifications_of_auction on notifications (tracked_auction_id) where tracked_auction_id is not null;
create index notifications_of_bid on notifications (bid_id) where bid_id is not null;
-- Those who were told that no engine runs are told when one runs again.
create index notifications_of_no_engine on notifications (at) where kind = 'no_engine';
create index notifications_to_alert on notifications (alert_due_at) where alert_due_at is not null;
create index notifications_unread on notifications (account_id, id) where read_at is null;

-- A place outside the browser that receives a user's alerts. The jobs read it; of the accounts themselves they see no address.
create table destinations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  channel text not null check (channel in ('email', 'push', 'sms', 'webhook')),
  -- An e-mail address, a telephone number with its country, the address of a push service or of a webhook.
  address text not null check (length(address) between 1 and 2000),
  -- What the user calls it.
  label text not null check (length(label) between 1 and 100),
  -- What its channel needs besides the address.
  settings jsonb not null default '{}',
  -- Nothing but a code is sent to a place whose owner is not proved.
  verified_at timestamptz,
  -- The other side has ended it, or refused for too long. Null settles it again.
  stopped_at timestamptz,
  stopped_because text,
  -- When a device last reported that it showed an alert.
  shown_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  failing_since timestamptz,
  failures integer not null default 0,
  -- When an alert to a destination failed last: of a longer time without alerts nobody knows whether it would have taken any.
  last_failed_at timestamptz,
  unique (account_id, channel, address),
  check ((stopped_at is null) = (stopped_because is null)),
  check ((failing_since is null) = (failures = 0))
);
create unique index one_email_destination on destinations (account_id) where channel = 'email';
-- A push service says that a subscription is gone, and a browser that its subscription was replaced, by the address.
create index push_destinations on destinations (address) where channel = 'push';

-- The outbox. A mail is written by the transaction that causes it, and the jobs send it after the commit.
create table deliveries (
  -- Also the Message-ID: a mail that is sent again, because no answer came or a process ended, has the same one each time.
  id uuid primary key,
  -- Null for a mail that must outlive its account.
  account_id bigint references accounts on delete cascade,
  kind text not null,
  recipient text not null,
  -- What the template needs. It may hold the token of a link, and is emptied as soon as the mail is sent or given up.
  content jsonb,
  attempts smallint not null default 0,
  -- A process that claims the mail moves this forward, so that no other process sends the mail at the same time.
  next_try_at timestamptz,
  give_up_at timestamptz not null,
  -- What the mail server or the connection said last.
  said text,
  created_at timestamptz not null,
  channel text not null check (channel in ('email', 'push', 'sms', 'webhook')),
  position bigint generated always as identity,
  -- A process that sends it renews this each few seconds, by the database's clock. A later instant keeps others away.
  leased_until timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'refused', 'too_late', 'dropped')),
  destination_id bigint references destinations on delete set null,
  -- A device reported that it showed the alert.
  shown_at timestamptz,
  -- What an alert tells.
  notification_id bigint references notifications on delete set null,
  check ((ended_at is null) = (outcome is null)),
  check ((next_try_at is null) = (ended_at is not null)),
  check (ended_at is null or leased_until is null),
  check ((content is null) = (next_try_at is null))
);
-- For what was sent and refused lately, and for whether a channel sends at all.
create index deliveries_by_end on deliveries (ended_at, channel, outcome) where ended_at is not null;
-- For the lists of messages that have ended, by what became of them.
create index deliveries_by_outcome on deliveries (outcome, channel, ended_at, "position",
  kind) where ended_at is not null and kind <> 'nothing';
create index deliveries_ended on deliveries (created_at) where next_try_at is null;
create index deliveries_of_account on deliveries (account_id, created_at);
-- Each notification that is due is looked up here: a list of entries to come would be read each time.
create index deliveries_of_notification on deliveries (notification_id) where notification_id is not null;
create index deliveries_to_destination on deliveries (destination_id) where destination_id is not null;
create index deliveries_waiting on deliveries (channel, give_up_at, "position") where ended_at is null;

-- What can be done by a link in an alert without signing in: one POST of the page that the link opens does it.
create table alert_links (
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id bigint not null references accounts on delete cascade,
  -- `stop_kind`: no more mails of a kind of notification; `mute`: no alerts of an auction but urgent ones; `cancel`: cancels a bid.
  action text not null check (action in ('stop_kind', 'mute', 'cancel')),
  tracked_auction_id bigint references tracked_auctions on delete cascade,
  bid_id bigint references bids on delete cascade,
  -- The maximum that the alert told: a bid that was changed since is not cancelled by an old link.
  max_bid_cents bigint,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  -- The kind of which a link ends the mails.
  kind text,
  check (action <> 'stop_kind' or kind is not null)
);
create index alert_links_by_end on alert_links (expires_at);
create index alert_links_of_account on alert_links (account_id);
create index alert_links_of_auction on alert_links (tracked_auction_id) where tracked_auction_id is not null;
create index alert_links_of_bid on alert_links (bid_id) where bid_id is not null;

-- The public key by which push services know this installation, to which browsers subscribe: the jobs derive it from the newest
-- vault key, for the API, which has no key to derive it from.
create table push_keys (
  is_only boolean default true primary key check (is_only),
  -- The uncompressed point, in base64url.
  public_key text not null
);

-- Sent mails of an installation without a mail server, for its page /dev/mailbox.
create table mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  sent_at timestamptz not null
);

-- The account's verified address is its destination for mails. Verifying it anew settles a stopped one.
create function follow_address() returns trigger
language plpgsql security definer set search_path = '$user', 'public' as $$
begin
  delete from destinations
   where account_id = new.id and channel = 'email' and (new.email_verified_at is null or address <> new.email);
  if new.email_verified_at is not null then
    insert into destinations (account_id, channel, address, label, verified_at)
    values (new.id, 'email', new.email, new.email, new.email_verified_at)
        on conflict (account_id, channel, address) do update
       set verified_at = excluded.verified_at, stopped_at = null, stopped_because = null;
  end if;
  return null;
end $$;

-- Who signs a browser out, there or elsewhere, wants no alerts on it any more. A session that ends because it was not used, or
-- because there are too many, is no such wish.
create function end_push_of_session() returns trigger
language plpgsql security definer set search_path = '$user', 'public' as $$
begin
  update destinations set stopped_at = new.revoked_at, stopped_because = 'signed_out'
   where account_id = new.account_id and channel = 'push' and settings ->> 'session' = new.id::text
     and stopped_at is null;
  return null;
end $$;

create trigger follow_address after insert or update of email, email_verified_at on accounts for each row
  execute function follow_address();
create trigger end_push_of_session after update of revoked_at on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null and new.revoked_reason not in ('administrator_idle', 'too_many', 'restored'))
  execute function end_push_of_session();

-- Plans and payments

create table trials (
  account_id bigint primary key references accounts on delete cascade,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- How many days before the end the latest reminder spoke of.
  reminded_days smallint check (reminded_days in (1, 2)),
  -- When a job recorded that the trial had ended. The trial itself ends at `ends_at`, whether or not a job runs.
  expired_at timestamptz,
  check (ends_at > started_at)
);
create index trials_unexpired on trials (ends_at) where expired_at is null;

-- The subscription of each account, as the payment service showed it last. Nothing else gives an account a paid plan.
create table subscriptions (
  account_id bigint primary key references accounts on delete cascade,
  -- The payment service's own id.
  external_id text not null unique,
  -- The id of a plan in the plans file.
  plan text not null,
  billing_interval text not null check (billing_interval in ('month', 'year')),
  amount_cents bigint not null check (amount_cents >= 0),
  status text not null check (status in ('active', 'past_due', 'ended')),
  -- The months that count bids begin on this instant's day of the month, also after a change of plan or interval.
  started_at timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  -- When the payment that is still open was due.
  past_due_since timestamptz,
  ended_at timestamptz,
  next_plan text,
  next_interval text check (next_interval in ('month', 'year')),
  next_amount_cents bigint check (next_amount_cents >= 0),
  next_starts_at timestamptz,
  check ((past_due_since is null) = (status <> 'past_due')),
  check ((ended_at is null) = (status <> 'ended')),
  check (num_nulls(next_plan, next_interval, next_amount_cents, next_starts_at) in (0, 4))
);

-- The customer of an account. `external_id` and the other external ids are the payment service's own.
create table billing_customers (
  account_id bigint primary key references accounts on delete cascade,
  external_id text unique,
  -- Readings of the subscription count up as they begin. A reading is stored only if none that began later was stored.
  readings_begun bigint not null default 0,
  reading_stored bigint not null default 0,
  read_at timestamptz,
  -- Whether the customer belongs to a test mode of the payment service, where no money moves.
  is_test boolean not null
);

-- Customers whose account is deleted. The jobs delete them at the payment service, which ends their subscriptions.
create table closing_customers (
  external_id text primary key,
  since timestamptz not null default clock_timestamp()
);

create table invoices (
  external_id text primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Null for an invoice that no subscription caused.
  subscription_external_id text,
  number text,
  -- Negative where the account was credited.
  amount_cents bigint not null,
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  url text,
  created_at timestamptz not null
);
create index invoices_of_account on invoices (account_id, created_at desc);

create function close_customer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.external_id is not null then
    insert into closing_customers (external_id) values (old.external_id) on conflict do nothing;
  end if;
  return null;
end $$;

create trigger close_customer after delete on billing_customers for each row execute function close_customer();

-- What is measured, and what is wrong

-- What users did, for the figures of the operator. Each event is written in the transaction that caused it.
create table product_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('user_registered', 'user_login', 'user_logout', 'trial_started',
    'subscription_created', 'trial_expired', 'auction_added', 'bid_scheduled')),
  -- Null when the account has been deleted: the event still counts, and names nobody.
  account_id bigint references accounts on delete set null,
  at timestamptz not null
);
create index product_events_by_kind on product_events (kind, at);
-- For the retention job.
create index product_events_by_time on product_events (at);
create index product_events_of_account on product_events (account_id) where account_id is not null;

-- How fast pages were for their users. Anybody may write here, so nothing is decided by it, and no row names an account.
create table performance_metrics (
  id bigint generated always as identity primary key,
  metric text not null check (metric in ('LCP', 'FID', 'CLS', 'FCP', 'TTFB', 'INP', 'LOAD_TIME',
    'DOM_CONTENT_LOADED', 'TIME_TO_INTERACTIVE')),
  -- Milliseconds; the layout shift (CLS) has no unit.
  value double precision not null check (value >= 0),
  -- The path of the page, with `:id` in place of numbers.
  page text not null check (length(page) between 1 and 200),
  user_agent text not null check (length(user_agent) <= 500),
  -- By the browser's clock, kept within the hour before it arrived.
  measured_at timestamptz not null,
  at timestamptz not null
);
create index performance_metrics_by_metric on performance_metrics (metric, at);
create index performance_metrics_by_time on performance_metrics (at);

-- One row for each ended bid, derived from its row and its log. It names no account, item or amount, and stays when the
-- account is deleted: otherwise those who leave would take their missed bids with them.
create table measured_bids (
  bid_id bigint primary key,
  marketplace text not null,
  -- The chosen moment, on the site's clock.
  due_at timestamptz not null,
  class text not null check (class in ('accepted', 'ours', 'site', 'login', 'limit', 'ended_early', 'unknown',
    'overtaken', 'stopped')),
  sent boolean not null,
  won boolean not null,
  corrected boolean not null,
  -- How long before the close the last sending arrived, and how long after the chosen moment. Null: no sending in the log.
  lead_ms integer,
  late_ms integer
);
create index measured_bids_due on measured_bids (due_at) include (marketplace, class, sent, won, corrected, lead_ms,
  late_ms);

-- What was wrong with the installation, one row for each time. The latest of a kind says whether it still is.
create table incidents (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  began_at timestamptz not null,
  ended_at timestamptz,
  -- When administrators were told that it began; null: they were not.
  told_at timestamptz,
  check (began_at <= coalesce(ended_at, began_at))
);
create unique index incidents_open on incidents (kind) where ended_at is null;
create index incidents_latest on incidents (began_at);

-- Records that the product could not use and has set aside. An alarm stays until an operator clears it.
create table alarms (
  -- The same finding is one alarm, however often it is made.
  kind text not null check (kind in ('journal_unreadable', 'entry_rejected', 'logins_limited', 'retention_failed',
    'two_subscriptions', 'subscription_unknown', 'customer_not_closed', 'orders_unreadable', 'group_won_too_many')),
  -- What was set aside, and where: a name without a secret.
  subject text not null,
  raised_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject)
);

-- The processes that run background jobs, each with its last beat. One that has not beaten for an hour is forgotten.
create table jobs_processes (
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  beat_at timestamptz not null default clock_timestamp(),
  -- Free bytes of the disk that holds the data folder. Null: not measured.
  free_bytes bigint check (free_bytes >= 0),
  primary key (host, pid)
);

-- What became of each backup. Only the command that makes them writes here, as the owner of the database.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default clock_timestamp(),
  -- What the backup holds is from this instant.
  taken_at timestamptz not null,
  -- Null: it is being made, or its process was killed.
  ended_at timestamptz,
  -- The name of the file in the folder of backups; null until it is whole.
  file text check (file ~ '^[A-Za-z0-9._-]{1,200}$'),
  bytes bigint check (bytes > 0),
  row_count bigint check (row_count >= 0),
  -- When it had been read back, loaded into another database, and found equal. Null: nobody knows whether it can be restored.
  verified_at timestamptz,
  -- What went wrong, in words.
  failure text check (length(failure) between 1 and 2000),
  -- When the file was removed, because later ones are enough.
  removed_at timestamptz,
  check (verified_at is null or file is not null)
);
-- For the latest ones.
create index backups_by_start on backups (started_at desc);

-- What processes do with the rights of the owner, as their roles may not use the tables themselves

-- Those of the operator's addresses whose accounts administer the installation, for a process that may read no address.
create function administrators_among(emails text[]) returns setof bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.id
    from public.administrators m join public.accounts a on a.id = m.account_id
   where a.email = any(emails) and a.email_verified_at is not null
     and (exists (select from public.totp_secrets t where t.account_id = a.id and t.confirmed_at is not null)
          or exists (select from public.passkeys p where p.account_id = a.id))
$$;
revoke execute on function administrators_among from public;

-- The jobs mail the owners of tokens that are about to expire, and see no addresses otherwise.
create function address_of_token_owner(token uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.email from accounts a join api_tokens t on t.account_id = a.id where t.id = token;
$$;
revoke execute on function address_of_token_owner from public;

-- The address for mails about a trial or a payment, also of who has only begun to buy, for processes that see no addresses.
create function address_of_customer(customer bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select email from accounts a
   where a.id = customer
     and (exists (select from trials t where t.account_id = a.id)
          or exists (select from subscriptions s where s.account_id = a.id)
          or exists (select from billing_customers b where b.account_id = a.id))
$$;
revoke execute on function address_of_customer from public;

-- Deletes the account of an open request that is due, with everything that names its owner, and returns the address for
-- the last mail. Returns null when nothing is to be deleted now. A bid that is not settled delays the deletion, for at
-- most two weeks: its outcome is still to be told.
create function delete_account(request_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  request account_deletions;
  address text;
begin
  select * into request from account_deletions where id = request_id for update;
  if not found or request.cancelled_at is not null or request.completed_at is not null
     or request.due_at > clock_timestamp() then
    return null;
  end if;
  if request.due_at > clock_timestamp() - interval '14 days'
     and exists (select from bids where account_id = request.account_id and status in ('pending', 'executed')) then
    return null;
  end if;
  delete from accounts where id = request.account_id returning email into address;
  update account_deletions set completed_at = clock_timestamp(), reason = null where id = request_id;
  return address;
end $$;
revoke execute on function delete_account from public;

-- Deletes accounts that nobody has verified and that hold nothing, never one with a subscription: it pays. Returns how many.
create function delete_unused_accounts(opened_before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  deleted integer;
begin
  delete from accounts where id in (
    select a.id from accounts a
     where a.email_verified_at is null
       and a.created_at < least(opened_before, clock_timestamp() - interval '30 days')
       and not exists (select from sessions s where s.account_id = a.id)
       and not exists (select from tracked_auctions t where t.account_id = a.id)
       and not exists (select from bids b where b.account_id = a.id)
       and not exists (select from connections c where c.account_id = a.id)
       and not exists (select from subscriptions s where s.account_id = a.id)
     limit most
     for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke execute on function delete_unused_accounts from public;

-- Adds a job for a process whose role may not use the queue's tables, with the rights of the owner.
create function enqueue_job(task text, job_payload json, key text, due_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload := job_payload, job_key := key, run_at := due_at);
end $$;
revoke execute on function enqueue_job from public;

-- How full the job queue is, for a process whose role may not read the queue's tables.
create function read_job_queue(OUT waiting bigint, OUT failed bigint) returns record
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()),
         count(*) filter (where attempts >= max_attempts)
    into waiting, failed
    from (select attempts, max_attempts, locked_at, run_at from graphile_worker.jobs limit 10000) jobs;
end $$;
revoke execute on function read_job_queue from public;
