-- Everything that leaves the installation is a delivery: a mail, and later a push, a text message or a call of a webhook.
alter table mails rename to deliveries;
alter table deliveries
  add column channel text not null default 'email' check (channel in ('email', 'push', 'sms', 'webhook')),
  -- The host or the domain behind the recipient: one that hangs takes a part of the channel's connections, never all.
  add column lane text not null default '',
  -- Deliveries of one sequence are sent one after the other, in the order of their positions.
  add column sequence text,
  add column position bigint generated always as identity,
  -- A process that sends it renews this each few seconds, by the database's clock. A later instant keeps others away.
  add column leased_until timestamptz,
  -- From when on the other side may have taken it, while its answer is not known.
  add column handed_over_at timestamptz,
  -- It was sent again after it had been handed over without an answer, so it may have arrived twice.
  add column may_be_twice boolean not null default false,
  -- False: it is not worth a second copy.
  add column repeatable boolean not null default true,
  -- What could not be reached at the last try, a mail server or a host: when it answers again, all that it blocked is due.
  add column blocked_by text,
  add column ended_at timestamptz,
  -- `unconfirmed`: handed over without an answer, and not sent again.
  add column outcome text check (outcome in ('sent', 'unconfirmed', 'refused', 'too_late', 'dropped'));
update deliveries set ended_at = coalesce(sent_at, given_up_at),
                      outcome = case when sent_at is not null then 'sent' when last_error is null then 'too_late' else 'refused' end
 where next_try_at is null;
update deliveries set lane = split_part(recipient, '@', 2);
-- What the other side said last, or why it was not sent.
alter table deliveries rename column last_error to said;
alter table deliveries
  alter column channel drop default,
  alter column lane drop default,
  drop column sent_at,
  drop column given_up_at,
  add check ((ended_at is null) = (outcome is null)),
  add check ((next_try_at is null) = (ended_at is not null)),
  add check (ended_at is null or leased_until is null);

drop index mails_to_send;
create index deliveries_waiting on deliveries (channel, give_up_at, position) where ended_at is null;
create index deliveries_in_sequence on deliveries (sequence, position) where ended_at is null;
create index deliveries_blocked on deliveries (channel, blocked_by) where blocked_by is not null;
alter index mails_pkey rename to deliveries_pkey;
alter index mails_of_account rename to deliveries_of_account;
alter index mails_finished rename to deliveries_ended;
