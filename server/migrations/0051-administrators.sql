-- The accounts that the operator has appointed at the terminal. Only the operator's commands write this table: no call of
-- the API makes an administrator.
create table administrators (
  account_id bigint primary key references accounts on delete cascade,
  appointed_at timestamptz not null
);
