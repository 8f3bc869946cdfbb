-- Mails, the links in them, and how often links were asked for.

-- The outbox. A mail is written by the transaction that causes it, and the jobs send it after the commit.
create table mails (
  -- Also the Message-ID: a mail that is sent twice, because a process ended between the two, has the same one both times.
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
  sent_at timestamptz,
  given_up_at timestamptz,
  -- What the mail server or the connection said last.
  last_error text,
  created_at timestamptz not null,
  check (sent_at is null or given_up_at is null),
  check ((next_try_at is null) = (sent_at is not null or given_up_at is not null)),
  check ((content is null) = (next_try_at is null))
);
create index mails_to_send on mails (next_try_at) where next_try_at is not null;
create index mails_of_account on mails (account_id, created_at);

-- Sent mails of an installation without a mail server, for its page /dev/mailbox.
create table mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  sent_at timestamptz not null
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
  created_at timestamptz not null
);
create index mail_links_of_account on mail_links (account_id, purpose);

-- Requests for links, by the address that was typed, whether or not an account has it.
create table link_requests (
  id bigint generated always as identity primary key,
  purpose text not null,
  email text not null,
  ip_address inet not null,
  at timestamptz not null
);
create index link_requests_by_email on link_requests (email, at);
create index link_requests_by_address on link_requests (ip_address, at);
