-- A browser or a network is looked up for all accounts at once.
create index known_callers_by_caller on known_callers (caller);
