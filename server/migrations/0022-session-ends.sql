-- When sessions end, and where they are used.

-- `expires_at` moves when a remembered session is used, and when the user extends a session. It never moves beyond this.
alter table sessions add column absolute_expires_at timestamptz;
update sessions set absolute_expires_at = created_at + interval '30 days';
alter table sessions alter column absolute_expires_at set not null;
alter table sessions add constraint sessions_end_in_time check (expires_at <= absolute_expires_at);

-- Where the session was last refreshed from; `ip_address` is where it was opened.
alter table sessions add column last_ip_address inet;
update sessions set last_ip_address = ip_address;
