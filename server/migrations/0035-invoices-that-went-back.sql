-- What became of the payment of an invoice: `disputed` while a bank has taken it back and has not decided, `returned` once it
-- went back for good. Null while it is kept.
alter table invoices add column went_back text check (went_back in ('disputed', 'returned'));
