-- Makes the roles of Bidwell and its database. For psql, as the administrator of a PostgreSQL, once. The passwords come
-- from the environment: OWNER_PASSWORD, API_PASSWORD, JOBS_PASSWORD, ENGINE_PASSWORD.
\set ON_ERROR_STOP on
\getenv owner OWNER_PASSWORD
\getenv api API_PASSWORD
\getenv jobs JOBS_PASSWORD
\getenv engine ENGINE_PASSWORD

create role bidwell_owner login password :'owner';
create role bidwell_api login password :'api';
create role bidwell_jobs login password :'jobs';
create role bidwell_engine login password :'engine';
create database bidwell;
revoke all on database bidwell from public;
grant connect on database bidwell to bidwell_owner, bidwell_api, bidwell_jobs, bidwell_engine;
\c bidwell
alter schema public owner to bidwell_owner;
create schema graphile_worker authorization bidwell_owner;
