-- Those who were told that no engine runs are told when one runs again.
create index notifications_of_no_engine on notifications (at) where kind = 'no_engine';
