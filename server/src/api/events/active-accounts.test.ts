import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCtx } from '../../../test/a-ctx.ts'
import { addAccount } from '../../../test/add-rows.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { startEventHub } from './event-hub.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const HEARTBEAT_MS = 15_000
const ACCOUNTS = 20
const SITE = 'shopgoodwill'

test('Open browsers of two API processes write one narrow row per account each half minute, and no account', async () => {
  await using stack = new AsyncDisposableStack()
  const it = stack.use(await createTestDatabase())
  const { db } = it
  const clock = manualClock(NOON)
  const errors: unknown[] = []
  const startApi = async () => {
    const database = it.openAs('api')
    return stack.use(
      await startEventHub({
        ...aCtx({ db: database.db, clock }),
        database,
        loaders: {
          loadAuction: async () => null,
          loadBid: async () => null,
          loadTrackersOf: async () => [],
          loadConnectionStatus: () => Promise.reject(new Error('There is no connection')),
        },
        onError: (error) => errors.push(error),
      }),
    )
  }
  const people: Awaited<ReturnType<typeof addAccount>>[] = []
  for (let n = 0; n < ACCOUNTS; n++) people.push(await addAccount(db, SITE, NOON))
  const bystander = await addAccount(db, SITE, NOON)
  await sql`create table writes (table_name text, account_id bigint)`.execute(db)
  await sql`grant insert on writes to bidwell_api`.execute(db)
  await sql`create function note_write() returns trigger language plpgsql as $$
    begin insert into writes values (tg_table_name, (to_jsonb(new) ->> tg_argv[0])::bigint); return new; end $$`.execute(
    db,
  )
  for (const [table, key] of [
    ['active_accounts', 'account_id'],
    ['accounts', 'id'],
  ] as const) {
    await sql`create trigger note_write after insert or update on ${sql.table(table)}
      for each row execute function note_write(${sql.lit(key)})`.execute(db)
  }
  const writes = () =>
    sql<{ table_name: string; n: number }>`
    select table_name, count(*)::int as n from writes group by table_name`.execute(db)

  const [one, other] = [await startApi(), await startApi()]
  const open = (hub: typeof one, { accountId, sessionId }: (typeof people)[number]) =>
    hub.open({ accountId, sessionId, ipAddress: '203.0.113.9', isProgram: false })
  // The second process opens them from the other end, so that its list of accounts has another order.
  await Promise.all([
    (async () => {
      for (const person of people) await open(one, person)
    })(),
    (async () => {
      for (const person of people.toReversed()) await open(other, person)
    })(),
  ])
  expect((await writes()).rows).toEqual([{ table_name: 'active_accounts', n: ACCOUNTS }])

  for (let beats = 1; beats <= 4; beats++) {
    await clock.advanceBy(HEARTBEAT_MS)
    const halfMinutes = Math.floor(beats / 2)
    const written = async () => (await writes()).rows
    await expect.poll(written).toEqual([{ table_name: 'active_accounts', n: ACCOUNTS * (1 + halfMinutes) }])
  }
  expect(errors).toEqual([])
  const marked = await db.selectFrom('active_accounts').select('account_id').execute()
  expect(marked).toHaveLength(ACCOUNTS)
  expect(marked.map((row) => row.account_id)).not.toContain(bystander.accountId)
})
