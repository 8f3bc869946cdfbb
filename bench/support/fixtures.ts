import { randomBytes, randomUUID } from 'node:crypto'
import { writeReading } from '../../server/src/auctions/listings/write-readings.ts'
import { recordBidEvents } from '../../server/src/bids/log/record-bid-events.ts'
import { createSiteUserHasher } from '../../server/src/connections/hash-site-user.ts'
import { storeCredentials } from '../../server/src/connections/store-credentials.ts'
import { announceChange } from '../../server/src/platform/changes/announce-change.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { neverAborted } from '../../server/src/platform/with-timeout.ts'
import { insertAccount } from '../../server/test/add-rows.ts'
import type { Rival } from './start-auction-house.ts'
import type { Testbed } from './testbed.ts'

export type PlannedSnipe = { bidId: number; accountId: number; itemId: number; maxBidCents: number; plannedAt: number }

/*
 * Fixtures bypass the API, which limits the calls of one address, and write the same rows: logins are tried at the site
 * and encrypted, and listings are written by the product's own function.
 */
const CONCURRENCY = 10

/** Creates accounts, each with a login at the site. Returns their ids. */
export async function addBidders({ db, auctionHouse, ctx, sealer }: Testbed, count: number): Promise<number[]> {
  const hashSiteUser = createSiteUserHasher([{ kid: 'bench', key: randomBytes(32) }])
  return mapConcurrently(Array.from({ length: count }, randomUUID), async (userName) => {
    const password = randomUUID()
    await auctionHouse.control('POST', '/accounts', { userName, password })
    const at = new Date(systemClock.now())
    const id = await insertAccount(db, at, { email: `${userName}@example.com` })
    await storeCredentials({ ...ctx, sealer, hashSiteUser }, id, { username: userName, password }, neverAborted)
    return id
  })
}

type Options = {
  plannedAt: readonly number[]
  secondsBeforeEnd: number
  maxBidCents?: number
  /** The group of each snipe, and who else bids on its auction. */
  groupIds?: readonly (number | null)[]
  rivals?: readonly (readonly Rival[])[]
}

/**
 * Adds an auction and a snipe on it for each planned time (epoch ms on the site's clock), for the bidders in turn. All auctions
 * share one reading of the site: a thousand readings would not finish before the first snipe is due.
 */
export async function addSnipes(testbed: Testbed, bidders: number[], options: Options): Promise<PlannedSnipe[]> {
  const { db, auctionHouse, marketplace } = testbed
  const { plannedAt, secondsBeforeEnd, maxBidCents = 2_500, groupIds = [], rivals = [] } = options
  const itemIds = await auctionHouse.openAuctions(
    plannedAt.map((instant, index) => ({
      endsAt: instant + secondsBeforeEnd * 1_000,
      rivals: [...(rivals[index] ?? [])],
    })),
  )
  const reading = await marketplace.readItem(String(itemIds[0]))
  const at = new Date(systemClock.now())
  const stamps = { created_at: at, updated_at: at }
  const accountAt = (index: number) => bidders[index % bidders.length] ?? 0
  const fireAt = (index: number) => plannedAt[index] ?? 0

  return db.transaction().execute(async (tx) => {
    const template = await writeReading(tx, marketplace.id, reading, at.getTime())
    const { id: _id, ...shared } = template
    const listings = await insertInBatches(
      itemIds.slice(1),
      (itemId, index) => ({
        ...shared,
        auction_id: String(itemId),
        ends_at: new Date(fireAt(index + 1) + secondsBeforeEnd * 1_000),
      }),
      (values) => tx.insertInto('listings').values(values).returning('id').execute(),
    )
    const listingIds = [template.id, ...listings]
    const tracked = await insertInBatches(
      listingIds,
      (listing_id, index) => ({ account_id: accountAt(index), listing_id, ...stamps }),
      (values) => tx.insertInto('tracked_auctions').values(values).returning('id').execute(),
    )
    const bids = await insertInBatches(
      tracked,
      (tracked_auction_id, index) => ({
        account_id: accountAt(index),
        tracked_auction_id,
        listing_id: listingIds[index] ?? 0,
        group_id: groupIds[index] ?? null,
        max_bid_cents: maxBidCents,
        seconds_before_end: secondsBeforeEnd,
        fire_at: new Date(fireAt(index)),
        ...stamps,
      }),
      (values) => tx.insertInto('bids').values(values).returning('id').execute(),
    )
    const detail = { kind: 'scheduled', maxBidCents, secondsBeforeEnd } as const
    const event = { at: reading.clock.siteTime, uncertaintyMs: null, engineId: null, fence: null, detail }
    await recordBidEvents(
      tx,
      bids.map((bidId) => ({ key: randomUUID(), bidId, ...event })),
    )
    if (bids[0]) await announceChange(tx, { what: 'bid', accountId: accountAt(0), bidId: bids[0] })
    return bids.map((bidId, index) => ({
      bidId,
      accountId: accountAt(index),
      itemId: itemIds[index] ?? 0,
      maxBidCents,
      plannedAt: fireAt(index),
    }))
  })
}

/** PostgreSQL allows 65,535 parameters in one statement. */
const ROWS_PER_STATEMENT = 1_000

/** Inserts a row for each item. Returns the ids in the same order. */
async function insertInBatches<T, Row>(
  items: readonly T[],
  rowOf: (item: T, index: number) => Row,
  insert: (rows: Row[]) => Promise<{ id: number }[]>,
): Promise<number[]> {
  const rows = items.map(rowOf)
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    ids.push(...(await insert(rows.slice(from, from + ROWS_PER_STATEMENT))).map(({ id }) => id))
  }
  return ids
}

async function mapConcurrently<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  const entries = items.entries()
  async function worker() {
    for (const [index, item] of entries) done[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return done
}
