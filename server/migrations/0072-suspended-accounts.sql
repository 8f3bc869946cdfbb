-- The operator locks an account: nobody signs in to it until the lock is lifted. Its owner reads the reason.
alter table accounts add column locked_at timestamptz;
alter table accounts add column locked_because text check (length(locked_because) between 1 and 500);
alter table accounts add check ((locked_at is null) = (locked_because is null));
-- The administrator looks users up by how their address begins.
create index accounts_by_beginning_of_email on accounts (email text_pattern_ops);
