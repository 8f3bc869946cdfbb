-- Whether the account had connected a login before the attempt: refusals of others must not keep it from connecting again.
alter table login_attempts add column is_proven boolean not null default false;
