import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, addListing } from '../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { systemClock } from '../platform/clock.ts'
import { readPauseReach } from './pause-for-all.ts'
import { readOverview } from './read-overview.ts'

const SITE = 'shopgoodwill'
const MANY = 100_000
const FIRST_FIGURES_WITHIN_MS = 1_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const { accountId } = await addAccount(db, SITE, systemClock.now())
  const { id: listingId } = await addListing(db, SITE, systemClock.now())
  const tracked = await sql<{ id: number }>`
    insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
    values (${accountId}, ${listingId}, now(), now()) returning id`.execute(db)
  const age = sql`n * interval '2 minutes'`
  await sql`
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, status,
                      outcome, executed_at, settled_at, measured, created_at, updated_at)
    select ${accountId}, ${tracked.rows[0]?.id}, ${listingId}, 2500, 5, now() - ${age}, 'won', 'won', now() - ${age},
           now() - ${age}, true, now() - ${age}, now() - ${age} from generate_series(1, ${MANY}) n`.execute(db)
  await sql`
    insert into deliveries (id, lane, account_id, channel, kind, recipient, content, give_up_at, ended_at, outcome, created_at)
    select gen_random_uuid(), 'normal', ${accountId}, 'email', 'welcome', 'a@example.com', null, now() - ${age}, now() - ${age}, 'sent', now() - ${age}
      from generate_series(1, ${MANY}) n`.execute(db)
  // What autovacuum does in a running installation.
  for (const table of ['bids', 'deliveries']) await sql`vacuum analyze ${sql.ref(table)}`.execute(db)
}, 300_000)
afterAll(() => database[Symbol.asyncDispose]())

/** How often each large table was scanned from one end to the other, ever. A connection that has closed has reported its own. */
async function countScans() {
  const { rows } = await sql<{ table: string; scans: number }>`
    select relname as table, seq_scan::int as scans from pg_stat_user_tables
     where relname in ('bids', 'deliveries') order by 1`.execute(database.db)
  return rows
}

test('With many bids and messages, the overview scans no large table, and answers within a second', async () => {
  const before = await countScans()
  const api = database.openAs('api')
  const readBudget = openReadBudget({ db: api.db, siteId: SITE, readsPerSecond: 5, onChange: () => {} })
  const deps = { db: api.db, clock: systemClock, marketplace: { id: SITE }, readBudget }
  const startedAt = performance.now()
  const { deliveries } = await readOverview(deps)
  const took = performance.now() - startedAt
  await readPauseReach(deps)
  await api[Symbol.asyncDispose]()

  expect(deliveries).toContainEqual(expect.objectContaining({ channel: 'email', sent: 29 }))
  expect(before).toHaveLength(2)
  expect(await countScans()).toEqual(before)
  expect(took).toBeLessThan(FIRST_FIGURES_WITHIN_MS)
})
