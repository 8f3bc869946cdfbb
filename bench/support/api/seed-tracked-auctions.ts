import { sql } from 'kysely'
import type { Db } from '../../../server/src/platform/database/tables.ts'

const PRICE_READINGS = 5

/**
 * Tracks `count` auctions for the account with this address, every second one with a pending bid, and returns the ids of
 * their listings. The first ends in ten minutes, each next one seven minutes later. The rows are inserted in bulk and are
 * never read at the site, because 500 calls of the API take too long. `after`: so many auctions are there already.
 */
export async function seedTrackedAuctions(db: Db, email: string, count: number, after = 0): Promise<number[]> {
  const { rows } = await sql<{ listing_id: number }>`
    with auctions as (
      insert into listings (marketplace, auction_id, seller_id, title, seller, starting_price_cents,
                            current_price_cents, minimum_bid_cents, bid_increment_cents, bid_count, ends_at,
                            last_checked_at, next_check_at, created_at, updated_at)
      select 'shopgoodwill', (900000000 + ${after} + n)::text, '1', 'Brass table lamp with a green shade, number ' || n,
             'Goodwill of Somewhere', 999, 999 + 100 * (n % 40), 1099 + 100 * (n % 40), 100, n % 40,
             now() + interval '10 minutes' + n * interval '7 minutes', now(), now() + interval '2 days',
             now() - interval '1 day', now()
        from generate_series(1, ${count}::int) n
      returning id, ends_at, current_price_cents, (auction_id::bigint - 900000000 - ${after}) as n
    ), readings as (
      insert into listing_prices (listing_id, at, price_cents, bid_count)
      select auctions.id, now() - reading * interval '3 hours', greatest(999, auctions.current_price_cents - reading * 100), 1
        from auctions, generate_series(0, ${PRICE_READINGS - 1}::int) reading
    ), tracked as (
      insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
      select accounts.id, auctions.id, now(), now() from auctions, accounts where accounts.email = ${email}
      returning id, account_id, listing_id
    ), planned as (
      insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at,
                        created_at, updated_at)
      select tracked.account_id, tracked.id, auctions.id, 99900, 5, auctions.ends_at - interval '5 seconds', now(), now()
        from tracked join auctions on auctions.id = tracked.listing_id
       where auctions.n % 2 = 0
    )
    select listing_id from tracked order by listing_id`.execute(db)
  return rows.map(({ listing_id }) => listing_id)
}

/** Raises the price of a listing as a reading of the site does. */
export const raisePrice = (db: Db, listingId: number) =>
  sql`
    update listings
       set current_price_cents = current_price_cents + 100, minimum_bid_cents = minimum_bid_cents + 100,
           bid_count = bid_count + 1, last_checked_at = now(), updated_at = now()
     where id = ${listingId}`.execute(db)
