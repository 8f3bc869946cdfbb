-- oldest release: 0.1.0
-- The program that imports: once its token is revoked, no further line is tracked.
alter table imports add column by_token uuid;
