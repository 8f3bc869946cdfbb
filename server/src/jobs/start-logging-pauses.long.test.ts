import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { spawnPrograms } from '../../test/spawn-programs.ts'
import { generateKeys } from '../config/keys.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Two batches. */
const BIDS = 2_000
const SOON = { everyMs: 20, forMs: 60_000 }
const NO_SITE = { STAND_INS: 'site=http://127.0.0.1:9/api/' }

/** One listing, and this many accounts with a pending bid on it. */
async function seedBids(db: Db) {
  const times = 'now(), now()'
  await sql
    .raw(`
    insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
      select n || '@example.com', 'v1.0', 'v1.0', now(), ${times} from generate_series(1, ${BIDS}) n;
    insert into listings (marketplace, auction_id, seller_id, title, starting_price_cents, current_price_cents,
                          minimum_bid_cents, bid_increment_cents, bid_count, ends_at, last_checked_at, created_at, updated_at)
      values ('auction-house', '1', '1', 'Brass lamp', 999, 999, 999, 100, 0, now() + interval '1 day', now(), ${times});
    insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
      select a.id, l.id, ${times} from accounts a, listings l;
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, created_at, updated_at)
      select account_id, id, listing_id, 2500, 5, now() + interval '1 day', ${times} from tracked_auctions order by id`)
    .execute(db)
}

test("An operator's stop answers before it is logged with each bid, and its log is complete although a process dies", async () => {
  const { db, url, ...database } = await createTestDatabase()
  await using _database = database
  await seedBids(db)
  const environment = { DATABASE_URL: url, ...NO_SITE, ...generateKeys() }
  await using programs = spawnPrograms(environment)
  const logged = async () => {
    const { rows } = await sql<{ events: number; bids: number }>`
      select count(*)::int as events, count(distinct bid_id)::int as bids from bid_events where kind = 'paused'`.execute(
      db,
    )
    return rows[0] ?? { events: 0, bids: 0 }
  }
  const untilLogged = (count: number) =>
    pollUntil(systemClock, async () => ((await logged()).events >= count ? true : null), SOON)

  const env = { ...environment, PATH: process.env['PATH'] }
  const answer = await promisify(execFile)(process.execPath, [MAIN, 'pause', 'on', '--reason', 'Fire'], { env })
  expect(answer.stdout).toBe('Bidding is paused for everybody.\n')
  expect(await db.selectFrom('operator_pause').select('state').executeTakeFirstOrThrow()).toEqual({ state: 'all' })
  expect(await logged()).toEqual({ events: 0, bids: 0 })

  const middle = await db
    .selectFrom('bids')
    .select('id')
    .orderBy('id')
    .offset(BIDS / 2)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    // The log cannot be completed while another transaction holds the row.
    await tx.selectFrom('bids').select('id').where('id', '=', middle.id).forUpdate().execute()
    const first = programs.spawnProgram('jobs')
    expect(await untilLogged(BIDS / 2)).toBe(true)
    await programs.kill(first)
  })
  expect((await logged()).events).toBeLessThan(BIDS)

  programs.spawnProgram('jobs')
  expect(await untilLogged(BIDS)).toBe(true)
  expect(await logged()).toEqual({ events: BIDS, bids: BIDS })
  await expect.poll(() => db.selectFrom('unlogged_pauses').selectAll().execute()).toEqual([])
})
