-- The log of what administrators did is a part of the security log.
create index security_events_of_administrators on security_events (id) where kind = 'administered';
