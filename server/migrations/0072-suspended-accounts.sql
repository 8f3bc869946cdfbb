-- The operator suspends an account: nobody signs in to it until that is lifted. Its owner reads the reason.
alter table accounts add column suspended_at timestamptz;
alter table accounts add column suspended_because text check (length(suspended_because) between 1 and 500);
alter table accounts add check ((suspended_at is null) = (suspended_because is null));
-- The administrator looks users up by how their address begins.
create index accounts_by_beginning_of_email on accounts (email text_pattern_ops);
