import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../../test/a-ctx.ts'
import { addListing } from '../../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { ROLES } from '../../platform/database/roles.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { listBidsInTrouble } from './list-bids-in-trouble.ts'
import { listUsers } from './list-users.ts'
import { readPauseReach } from './pause-for-all.ts'
import { readOverview } from './read-overview.ts'
import { readTrends } from './read-trends.ts'

const SITE = 'shopgoodwill'
const ACCOUNTS = 100_000
const BIDS = 1_000_000
/** Of the bids, so many are to be sent: one a minute. */
const PENDING = 20_000
const MESSAGES = 300_000
/** Of the messages, so many wait, and each hundredth of the others was refused. */
const WAITING = 20_000
const JOBS = 2_000
const LARGE = ['accounts', 'bid_events', 'bids', 'deliveries', 'product_events']

let database: TestDatabase
let api: ReturnType<TestDatabase['openAs']>
beforeAll(async () => {
  database = await createTestDatabase()
  api = database.openAs('api')
  const { db } = database
  const { id: listing } = await addListing(db, SITE, systemClock.now())
  const seed = [
    sql`insert into accounts (email, email_verified_at, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
        select case n % 4 when 0 then 'ann' when 1 then 'bob' when 2 then 'cy' else 'dee' end || '.' || n || '@example.com',
               now(), 'v1.0', 'v1.0', now(), now(), now() from generate_series(1, ${ACCOUNTS}) n`,
    sql`insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
        select id, ${listing}, now(), now() from accounts`,
    sql`insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, status, outcome,
                          executed_at, settled_at, preflight_due_at, measured, created_at, updated_at)
        select t.account_id, t.id, t.listing_id, 2500, 5,
               now() + case when is_pending then n * interval '1 min' else - n * interval '20 s' end,
               case when is_pending then 'pending' else 'won' end, case when is_pending then null else 'won' end,
               case when is_pending then null else now() - n * interval '20 s' end,
               case when is_pending then null else now() - n * interval '20 s' end,
               case when is_pending then now() + n * interval '1 min' - interval '1 hour' end,
               not is_pending, now() - interval '1 year', now()
          from (select n, n <= ${PENDING} as is_pending from generate_series(1, ${BIDS}) n) numbers
          join tracked_auctions t on t.account_id = 1 + n % ${ACCOUNTS}`,
    sql`insert into bid_events (key, bid_id, kind, at) select gen_random_uuid(), id, 'scheduled', created_at from bids`,
    sql`insert into deliveries (id, account_id, channel, kind, recipient, content, give_up_at, next_try_at, attempts, ended_at,
                                outcome, said, created_at)
        select gen_random_uuid(), 1 + n % ${ACCOUNTS}, 'email', case n % 3 when 0 then 'welcome' else 'alert' end,
               'a@example.com', case when waits then '{}'::jsonb end, at + interval '1 day', case when waits then now() + interval '1 hour' end, 1,
               case when not waits then at end,
               case when waits then null when n % 100 = 0 then 'refused' else 'sent' end, '250 Taken', at
          from (select n, n <= ${WAITING} as waits, date_trunc('second', now()) - n * interval '20 s' as at
                  from generate_series(1, ${MESSAGES}) n) numbers`,
    sql`insert into product_events (kind, at) select 'bid_scheduled', now() - n * interval '30 s' from generate_series(1, ${BIDS}) n`,
    sql`select graphile_worker.add_job('clean-up', '{}'::json) from generate_series(1, ${JOBS}) n`,
    sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where id % 2 = 0), 'It failed')`,
  ]
  await db.connection().execute(async (connection) => {
    for (const statement of seed) await statement.execute(connection)
    // What autovacuum does in a running installation.
    for (const table of LARGE) await sql`vacuum analyze ${sql.ref(table)}`.execute(connection)
    // Otherwise an idle connection reports the scans of its statements seconds later.
    await sql`select pg_stat_force_next_flush()`.execute(connection)
  })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** How often each large table was scanned from one end to the other, ever. */
async function countScans() {
  const { rows } = await sql<{ table: string; scans: number }>`
    select relname as table, seq_scan::int as scans from pg_stat_user_tables
     where relname = any(${LARGE}) order by 1`.execute(database.db)
  return rows
}

async function areConnectionsGone() {
  const { rows } = await sql`
    select from pg_stat_activity where usename = ${ROLES.api} and datname = current_database()`.execute(database.db)
  return rows.length === 0 || null
}

/** Runs a read with the role of the API. Returns its answer, unless it scanned a large table. */
async function readByIndex<T>(read: () => Promise<T>): Promise<T> {
  const before = await countScans()
  const answer = await read()
  // A connection that is gone has reported its scans.
  await api[Symbol.asyncDispose]()
  await pollUntil(systemClock, areConnectionsGone, { everyMs: 10, forMs: 60_000 })
  api = database.openAs('api')
  expect(before.map(({ table }) => table)).toEqual(LARGE)
  expect(await countScans()).toEqual(before)
  return answer
}

const ctxOf = () => aCtx({ db: api.db })

test('With many rows, the overview and the reach of a pause are read without a scan of a large table', async () => {
  const { deliveries, jobs } = await readByIndex(() => readOverview(ctxOf()))
  expect(deliveries).toContainEqual(expect.objectContaining({ channel: 'email', waiting: 10_000 }))
  expect(jobs).toMatchObject({ waiting: JOBS / 2, failed: JOBS / 2 })
  expect((await readByIndex(() => readPauseReach(ctxOf()))).due).toBeGreaterThan(50)
})

test.each([
  ['ann.99', 25],
  ['ann.1000@example.com', 1],
  ['nobody', 0],
  ['5000', 1],
])('Among many users, a search for %j finds %i without a scan of a large table', async (q, found) => {
  expect((await readByIndex(() => listUsers(ctxOf(), { q }))).users).toHaveLength(found)
})

test('Among many users, the pages are read without a scan of a large table', async () => {
  const first = await readByIndex(() => listUsers(ctxOf(), {}))
  const cursor = first.next_cursor ?? ''
  expect((await readByIndex(() => listUsers(ctxOf(), { cursor }))).users).toHaveLength(25)
})

test('Among many bids, those in trouble are read without a scan of a large table', async () => {
  await readByIndex(() => listBidsInTrouble(ctxOf()))
})

test.each([7, 30, 90])(
  'With many events, the trends of %i days are read without a scan of a large table',
  async (days) => {
    const { events } = await readByIndex(() => readTrends(ctxOf(), days))
    // Midnight may have passed, and a day may be an hour shorter.
    expect(events[0]?.counts.at(-2)).toBeGreaterThan(2_700)
  },
)
