import { sql } from 'kysely'
import type { Db } from '../../../server/src/platform/database/tables.ts'
import type { Testbed } from '../testbed.ts'

/** Lets an account track the listings, with a bid on each: a pending one, or one that was lost. */
export async function seedBids(db: Db, accountId: number, listingIds: number[], status: 'pending' | 'lost') {
  await sql`
    with tracked as (
      insert into tracked_auctions (account_id, listing_id, status, created_at, updated_at)
      select ${accountId}::bigint, l.id, ${status === 'lost' ? 'lost' : 'active'}, now(), now()
        from listings l where l.id = any(${listingIds}::bigint[])
      returning id, account_id, listing_id
    )
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, status,
                      executed_at, settled_at, final_price_cents, created_at, updated_at)
    select t.account_id, t.id, l.id, 99900, 5, l.ends_at - interval '5 seconds', ${status},
           ${status === 'lost' ? sql`now(), now(), 100900` : sql`null, null, null`}, now(), now()
      from tracked t join listings l on l.id = t.listing_id`.execute(db)
}

/** Makes the readings of all listings fresh, so that no call reads the site. */
export const freshenListings = (db: Db) =>
  db
    .updateTable('listings')
    .set({ last_checked_at: sql`now()` })
    .execute()

/** Makes the reading of one listing fresh. */
export const freshenListing = ({ db, marketplace }: Testbed, auctionId: string) =>
  db
    .updateTable('listings')
    .set({ last_checked_at: sql`now()` })
    .where('marketplace', '=', marketplace.id)
    .where('auction_id', '=', auctionId)
    .execute()

/** Connects an account, so that it may schedule bids, by a login that nothing can open: no bid is sent. */
export const addUnusedLogin = ({ db, marketplace }: Testbed, accountId: number) =>
  sql`
    insert into connections (account_id, marketplace, masked_username, sealed_credentials, created_at, updated_at)
    values (${accountId}, ${marketplace.id}, 'b***h', '{}', now(), now())`.execute(db)
