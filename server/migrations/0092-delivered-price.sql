-- oldest release: 0.1.0
-- For delivered prices: the rate of the sales tax, what it is on, and what is added to a shipping quote.
alter table accounts
  add column tax_millionths int not null default 0 check (tax_millionths between 0 and 300000),
  add column tax_on text not null default 'bid' check (tax_on in ('bid', 'all')),
  add column quote_margin_percent int not null default 0 check (quote_margin_percent between 0 and 50);

-- What the owner pays at the door at most, and the costs that the bid's maximum was reckoned with. Null for a bid whose maximum
-- was set itself.
alter table bids
  add column all_in_cents bigint check (all_in_cents > 0),
  add column cost_basis jsonb,
  add column pending_all_in_cents bigint check (pending_all_in_cents > 0),
  add column pending_cost_basis jsonb,
  add constraint bids_all_in_with_basis check ((all_in_cents is null) = (cost_basis is null)),
  add constraint bids_pending_all_in_with_basis check ((pending_all_in_cents is null) = (pending_cost_basis is null));

create index bids_delivered on bids (listing_id) where status = 'pending' and (all_in_cents is not null or pending_all_in_cents is not null);
