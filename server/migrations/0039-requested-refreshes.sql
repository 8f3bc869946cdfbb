-- When the last refresh that the account asked for is planned. Its next ones follow, so that an account that asks for many
-- refreshes at once, or often, uses no more than its share of the site's reads.
alter table read_shares add column refreshes_until timestamptz;
