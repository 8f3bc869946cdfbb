import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '../src/platform/database/generated-tables.ts'
import type { Db } from '../src/platform/database/tables.ts'

/* Rows that a story about limits needs, without the calls that would make them. Instants are epoch ms. */

const FAR = new Date(Date.UTC(2090, 0, 1))

/** The row of an account that was opened at an instant, with a new address. */
export const anAccount = (at: Date, change: Partial<Insertable<Tables['accounts']>> = {}) => ({
  email: `${randomUUID()}@example.com`,
  terms_version: 'v1.0',
  privacy_version: 'v1.0',
  terms_accepted_at: at,
  created_at: at,
  updated_at: at,
  ...change,
})

/** Inserts an account and returns its number. */
export async function insertAccount(
  db: Db,
  at: Date,
  change: Partial<Insertable<Tables['accounts']>> = {},
): Promise<number> {
  const inserting = db.insertInto('accounts').values(anAccount(at, change)).returning('id')
  return (await inserting.executeTakeFirstOrThrow()).id
}

/** Inserts an account with a site login. Returns the caller of a session that does not end. */
export async function addAccount(db: Db, siteId: string, openedAt: number) {
  const at = new Date(openedAt)
  const accountId = await insertAccount(db, at)
  const sessionId = randomUUID()
  const session = { id: sessionId, account_id: accountId, jti: randomUUID(), remember_me: true, proven_at: at }
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: FAR, absolute_expires_at: FAR, created_at: at, last_used_at: at })
    .execute()
  await db
    .insertInto('connections')
    .values({
      account_id: accountId,
      marketplace: siteId,
      masked_username: 'd••o',
      sealed_credentials: '{}',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return { accountId, sessionId, provenAt: at.getTime() }
}

let items = 600_000
/** Inserts a listing that does not end, and is not read again. Returns its id and the site's id. */
export async function addListing(db: Db, siteId: string, openedAt: number) {
  const auctionId = String((items += 1))
  const at = new Date(openedAt)
  const { id } = await db
    .insertInto('listings')
    .values({
      marketplace: siteId,
      auction_id: auctionId,
      seller_id: '1',
      title: 'Brass lamp',
      starting_price_cents: 1_000,
      current_price_cents: 1_000,
      minimum_bid_cents: 1_000,
      bid_increment_cents: 100,
      bid_count: 0,
      image_urls: [],
      handling_cents: 0,
      pickup_only: false,
      ends_at: FAR,
      ends_at_ambiguous: false,
      last_checked_at: FAR,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, auctionId }
}
