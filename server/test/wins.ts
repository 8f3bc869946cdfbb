import { sql } from 'kysely'
import { storeCredentials } from '../src/connections/store-credentials.ts'
import { checkOrders } from '../src/orders/check-orders.ts'
import { systemClock } from '../src/platform/clock.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'
import type { Person } from './api.ts'
import type { Bidding } from './bidding.ts'
import { manualClock } from './manual-clock.ts'

export type Winner = Person & { userName: string }
export type Won = { itemId: number; bidId: number; auctionId: string }

/** What stories about won items do first, on an installation whose auction house shows orders at once. */
export function winning({ api: server, db, house, jobs }: Bidding) {
  let names = 0
  house.control.setOrders({ delaySeconds: 0 })

  /** Signs up a user whose login at the auction house is stored. */
  async function winner(): Promise<Winner> {
    const userName = `winner-${(names += 1)}`
    house.control.createAccount({ userName, password: userName })
    const person = await server.signUp()
    await storeCredentials(jobs, person.accountId, { username: userName, password: userName }, neverAborted)
    return { ...person, userName }
  }

  /** Items that a user wins at the auction house for $10, each with the bid that won it and whose result is told. */
  async function win({ accountId, userName }: Winner, titles: readonly string[], { sellerId = 117 } = {}) {
    const items = titles.map((title) => {
      const { itemId } = house.control.createListing({ title, startingPrice: 10, endsInSeconds: 3_600, sellerId })
      house.control.placeRivalBid({ itemId, bidder: userName, amount: 25 })
      house.control.closeListing({ itemId })
      return { title, itemId }
    })
    const { rows } = await sql<Won>`
      with items as (select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (title text, "itemId" bigint)),
      l as (
        insert into listings (marketplace, auction_id, seller_id, seller, title, starting_price_cents, current_price_cents,
                              minimum_bid_cents, bid_increment_cents, bid_count, handling_cents, pickup_only, ends_at,
                              closed_at, closed_reason, last_checked_at, created_at, updated_at)
        select 'shopgoodwill', "itemId"::text, ${String(sellerId)}, 'Goodwill ' || ${sellerId}::int, title, 1000, 1000, 1100, 100,
               1, 300, false, now(), now(), 'ended', now(), now(), now() from items returning id, auction_id),
      t as (
        insert into tracked_auctions (account_id, listing_id, status, created_at, updated_at)
        select ${accountId}, id, 'won', now(), now() from l returning id, listing_id)
      insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, status,
                        outcome, final_price_cents, locked_in_at, executed_at, settled_at, created_at, updated_at)
      select ${accountId}, t.id, l.id, 2500, 5, now(), 'won', 'won', 1000, now(), now(),
             ${new Date(systemClock.now() - 60_000)}, now(), now()
        from t join l on l.id = t.listing_id
      returning id as "bidId", (select auction_id from l where l.id = listing_id) as "auctionId"`.execute(db)
    return rows
      .map(({ bidId, auctionId }) => ({ bidId, auctionId, itemId: Number(auctionId) }))
      .toSorted((a, b) => a.itemId - b.itemId)
  }

  /** Runs the jobs' check of orders once, at a time of day of the choice. */
  const check = (at = systemClock.now()) => checkOrders({ ...jobs, clock: manualClock(at) }, neverAborted)

  /** Makes the next check read the lists of an account. */
  const makeDue = ({ accountId }: Winner) =>
    db
      .insertInto('order_readings')
      .values({ account_id: accountId, marketplace: 'shopgoodwill', next_read_at: new Date(0) })
      .onConflict((row) => row.columns(['account_id', 'marketplace']).doUpdateSet({ next_read_at: new Date(0) }))
      .execute()

  return { winner, win, check, makeDue }
}
