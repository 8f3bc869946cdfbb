import { sql } from 'kysely'
import type { Testbed } from '../testbed.ts'

/**
 * Raises the number of pending bids to `total`, for a thousand accounts in turn. Each bid has an auction of its own, and one is
 * due each second from `from` (epoch ms). The rows are inserted in bulk, because a million calls of the API take too long.
 */
export async function seedPendingBids({ db, marketplace }: Testbed, { total, from }: { total: number; from: number }) {
  await sql`
    insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
    select 'bidder-' || n || '@example.com', 'v1.0', 'v1.0', now(), now(), now() from generate_series(0, 999) n
        on conflict (email) do nothing`.execute(db)
  await sql`
    with owners as (
      select id, row_number() over (order by id) - 1 as place from accounts limit 1000
    ), planned as (
      select n, ${new Date(from)}::timestamptz + make_interval(secs => n) as fire_at
        from generate_series((select count(*) from bids), ${total}::bigint - 1) n
    ), auctions as (
      insert into listings (marketplace, auction_id, seller_id, title, starting_price_cents, current_price_cents,
                            minimum_bid_cents, bid_increment_cents, bid_count, ends_at, last_checked_at,
                            next_check_at, created_at, updated_at)
      select ${marketplace.id}, 'bench-' || n, '1', 'Brass lamp', 999, 999, 999, 100, 0,
             fire_at + interval '5 seconds', now(), fire_at - interval '1 hour', now(), now()
        from planned
      returning id, ends_at, split_part(auction_id, '-', 2)::bigint as n
    ), tracked as (
      insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
      select owners.id, auctions.id, now(), now() from auctions join owners on owners.place = auctions.n % 1000
      returning id, account_id, listing_id
    )
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at,
                      created_at, updated_at)
    select tracked.account_id, tracked.id, auctions.id, 2500, 5, auctions.ends_at - interval '5 seconds', now(), now()
      from tracked join auctions on auctions.id = tracked.listing_id`.execute(db)
  // By the time so many bids exist, autovacuum has run.
  await sql`vacuum analyze listings, tracked_auctions, bids`.execute(db)
}
