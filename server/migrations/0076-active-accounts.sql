-- Which accounts have a browser open. Of its own, and narrow, because it is written for every open browser, while a row of
-- accounts is wide and locked by whatever changes an account. accounts.active_until stays for processes of the version
-- before, which write and read it.
create table active_accounts (
  account_id bigint primary key references accounts on delete cascade,
  -- A browser of the account is open until then: its auctions are read more often.
  active_until timestamptz not null
-- Half of each page stays free for the row's next version, so that an update touches no index.
) with (fillfactor = 50);
insert into active_accounts (account_id, active_until)
select id, active_until from accounts where active_until is not null order by id;
