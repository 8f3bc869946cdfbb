import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { addAccount, addListing } from '../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { readServiceLevel } from './read-service-level.ts'
import { readStatus } from './read-status.ts'

const SITE = 'shopgoodwill'
const MANY = 1_000_000
/** Two years, so that an eighth of the bids is within the longest period. */
const SPREAD_DAYS = 730

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.connection().execute(fill)
})
afterAll(() => database[Symbol.asyncDispose]())

/** On one connection, which reports at last what it has scanned itself. */
async function fill(db: Db) {
  const now = systemClock.now()
  const { accountId } = await addAccount(db, SITE, now)
  const { id: listingId } = await addListing(db, SITE, now)
  const tracked = await sql<{ id: number }>`
    insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
    values (${accountId}, ${listingId}, now(), now()) returning id`.execute(db)
  const age = sql`n * interval '1 day' * ${SPREAD_DAYS} / ${MANY}`
  await sql`
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, status,
                      outcome, executed_at, settled_at, measured, created_at, updated_at)
    select ${accountId}, ${tracked.rows[0]?.id}, ${listingId}, 2500, 5, now() - ${age}, 'won', 'won', now() - ${age},
           now() - ${age}, true, now() - ${age}, now() - ${age} from generate_series(1, ${MANY}) n`.execute(db)
  await sql`
    insert into measured_bids (bid_id, marketplace, due_at, class, sent, won, corrected, lead_ms, late_ms)
    select id, ${SITE}, fire_at, case when id % 100 = 0 then 'site' else 'accepted' end, id % 100 <> 0, id % 3 = 0, false,
           case when id % 100 <> 0 then 4000 + id % 1000 end, case when id % 100 <> 0 then 1000 - id % 1000 end
      from bids`.execute(db)
  await sql`
    insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at, email_verified_at)
    select 'user' || n || '@example.com', 'v1.0', 'v1.0', now(), now(), now(), case when n % 2 = 0 then now() end
      from generate_series(1, 100000) n`.execute(db)
  await sql`
    insert into pauses (account_id, state, requested_by, at)
    select id, 'all', 'owner', now() from accounts`.execute(db)
  // What autovacuum does in a running installation.
  for (const table of ['bids', 'measured_bids', 'accounts', 'pauses'])
    await sql`vacuum analyze ${sql.ref(table)}`.execute(db)
  await sql`select pg_stat_force_next_flush()`.execute(db)
}

/** How often each large table was scanned from one end to the other, ever. A connection that has closed has reported its own. */
async function countScans() {
  const { rows } = await sql<{ table: string; scans: number }>`
    select relname as table, seq_scan::int as scans from pg_stat_user_tables
     where relname in ('bids', 'bid_events', 'measured_bids', 'accounts', 'pauses') order by 1`.execute(database.db)
  return rows
}

test('With a million bids, no statement of the figures or the state scans a large table', async () => {
  const before = await countScans()
  const api = database.openAs('api')
  const ctx = aCtx({ db: api.db })
  const { figures } = await readServiceLevel(ctx, false)
  await readStatus(ctx)
  await api[Symbol.asyncDispose]()

  expect(figures[0]?.periods.at(-1)?.due).toBeGreaterThan(120_000)
  expect(before).toHaveLength(5)
  expect(await countScans()).toEqual(before)
})
