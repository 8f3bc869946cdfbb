-- Makes the roles of Bidwell and its database. For psql, as the administrator of a PostgreSQL: a superuser, or a role with
-- CREATEROLE and CREATEDB. It can be run again. The passwords come from the environment: OWNER_PASSWORD, API_PASSWORD,
-- JOBS_PASSWORD, ENGINE_PASSWORD.
\set ON_ERROR_STOP on
\getenv owner OWNER_PASSWORD
\getenv api API_PASSWORD
\getenv jobs JOBS_PASSWORD
\getenv engine ENGINE_PASSWORD

select format('create role %I', name) from unnest(array['bidwell_owner', 'bidwell_api', 'bidwell_jobs', 'bidwell_engine']) name
 where not exists (select from pg_roles where rolname = name) \gexec
alter role bidwell_owner login password :'owner';
alter role bidwell_api login password :'api';
alter role bidwell_jobs login password :'jobs';
alter role bidwell_engine login password :'engine';
select 'create database bidwell' where not exists (select from pg_database where datname = 'bidwell') \gexec
revoke all on database bidwell from public;
grant connect on database bidwell to bidwell_owner, bidwell_api, bidwell_jobs, bidwell_engine;
\c bidwell
-- Only a superuser may give a schema away without these.
grant bidwell_owner to current_user;
grant create on database bidwell to bidwell_owner;
alter schema public owner to bidwell_owner;
create schema if not exists graphile_worker authorization bidwell_owner;
revoke create on database bidwell from bidwell_owner;
revoke bidwell_owner from current_user;
