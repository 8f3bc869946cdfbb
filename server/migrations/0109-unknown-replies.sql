-- oldest release: 0.1.0
-- What the site has answered that the product does not know: the call, and the form of its answer without a person, an amount or
-- a secret. The newest fifty are kept.
create table unknown_replies (
  marketplace text not null,
  shape text not null check (length(shape) <= 2000),
  seen_at timestamptz not null default now(),
  primary key (marketplace, shape)
);
