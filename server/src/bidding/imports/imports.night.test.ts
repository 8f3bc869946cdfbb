import { randomUUID } from 'node:crypto'
import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSniping } from '../../../test/sniping.ts'
import { hashOfToken, makeTokenText } from '../../identity/api-tokens/token-text.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'

const DAY_MS = 86_400_000
const ITEMS = 4
/** Where the API is held up, and then killed: before an item is read, and in each transaction of a line. */
const MOMENTS = [
  { table: 'read_budgets', of: 'update' },
  { table: 'tracked_auctions', of: 'insert' },
  { table: 'tracked_auctions', of: 'update of note' },
  { table: 'bids', of: 'insert' },
  { table: 'imports', of: 'update of ended_at' },
] as const

test('An import whose process is killed at any moment tracks and bids on each auction once', async () => {
  await using it = await startSniping()
  const bystander = await it.snipe({ endsInSeconds: 3_600 })
  const { db, accountId } = it
  const session = await addSession()
  const secret = await addToken()

  async function addSession() {
    const [id, at] = [randomUUID(), new Date(systemClock.now())]
    const ends = new Date(systemClock.now() + DAY_MS)
    const times = { proven_at: at, created_at: at, last_used_at: at, expires_at: ends, absolute_expires_at: ends }
    await db
      .insertInto('sessions')
      .values({ id, account_id: accountId, jti: randomUUID(), remember_me: true, ...times })
      .execute()
    return id
  }

  async function addToken() {
    const text = makeTokenText()
    const at = { created_at: new Date(systemClock.now()), expires_at: new Date(systemClock.now() + DAY_MS) }
    const token = { id: randomUUID(), account_id: accountId, name: 'sheet', scope: 'track' as const }
    await db
      .insertInto('api_tokens')
      .values({ ...token, token_hash: hashOfToken(text) ?? Buffer.of(), ...at })
      .execute()
    return text
  }

  const items = Array.from({ length: ITEMS }, () =>
    it.house.control.createListing({ title: 'Brass lamp', startingPrice: 10, endsInSeconds: 3_600 }),
  )
  let running = await it.spawnApi()
  const lines = items.map(({ itemId }) => ({ link: String(itemId), max: 15, note: 'from a sheet' }))
  const headers = { 'Idempotency-Key': 'sunday' }
  const send = () => running.client.call(api.importAuctions, { token: secret, body: { lines }, headers })
  const { id } = (await send()).body.data.import
  await it.kill(running.child)
  await sql`update imports set bids_of_session = ${session}`.execute(db)

  for (const { table, of } of MOMENTS) {
    await sql`create or replace function hold_up() returns trigger language plpgsql as
      $$ begin perform pg_sleep(20); return new; end $$`.execute(db)
    await sql`create trigger hold before ${sql.raw(of)} on ${sql.table(table)} for each row
      execute function hold_up()`.execute(db)
    await sql`update imports set due_at = now() - interval '1 minute', begun_at = null`.execute(db)
    running = await it.spawnApi()
    const isHeld = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(db)
      return rows.length > 0 || null
    }
    expect([table, of, await pollUntil(systemClock, isHeld, { everyMs: 20, forMs: 60_000 })]).toEqual([table, of, true])
    await it.kill(running.child)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event = 'PgSleep' and datname = current_database()`.execute(db)
    await sql`drop trigger hold on ${sql.table(table)}`.execute(db)
  }

  await sql`update imports set due_at = now() - interval '1 minute', begun_at = null`.execute(db)
  running = await it.spawnApi()
  // The answer of the first call may have been lost: its repeat begins nothing.
  expect((await send()).body.data.import.id).toBe(id)
  const isOver = async () => {
    const { body } = await running.client.call(api.readImport, { token: secret, params: { id } })
    return body.data.import.ended_at === null ? null : body.data
  }
  const done = await pollUntil(systemClock, isOver, { everyMs: 200, forMs: 60_000 })
  expect(done?.undone).toEqual([])
  expect(done?.import).toMatchObject({ lines: ITEMS, faults: 0, results: { scheduled: ITEMS, already_tracked: 0 } })
  const { rows } = await sql<{ auction: string; note: string; bids: number; scheduled: number; added: number }>`
    select l.auction_id as auction, t.note, (select count(*)::int from bids b where b.tracked_auction_id = t.id) as bids,
           (select count(*)::int from bid_events e join bids b on b.id = e.bid_id
             where b.tracked_auction_id = t.id and e.kind = 'scheduled') as scheduled,
           (select count(*)::int from product_events where account_id = ${accountId} and kind = 'auction_added') as added
      from tracked_auctions t join listings l on l.id = t.listing_id
     where t.note <> '' order by 1`.execute(db)
  expect(rows).toEqual(
    items.map(({ itemId }) => ({
      auction: String(itemId),
      note: 'from a sheet',
      bids: 1,
      scheduled: 1,
      added: ITEMS,
    })),
  )
  const other = await db
    .selectFrom('bids')
    .select('max_bid_cents')
    .where('id', '=', bystander.bidId)
    .executeTakeFirstOrThrow()
  expect(other.max_bid_cents).toBe(2_500)
})
