-- oldest release: 0.1.0
-- So that a browser that is new to an account knows which results its owner has been shown elsewhere.
alter table accounts add column results_seen_until timestamptz;
comment on column accounts.results_seen_until is
  'A browser of the account has shown every result that was told until then; null: none has said so yet.';
