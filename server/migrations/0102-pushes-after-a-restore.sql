-- oldest release: 0.1.0
-- A restore ends every session, which is no wish of its user: the alert that asks about the bids must reach a browser too.
create or replace trigger end_push_of_session after update of revoked_at on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null
        and new.revoked_reason not in ('administrator_idle', 'too_many', 'restored'))
  execute function end_push_of_session();
