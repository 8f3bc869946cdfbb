import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import {
  newFolder,
  OWNER,
  readEnvironment,
  runBidwell,
  startInstallation,
  STEPS,
} from '../../../test/kept-installation.ts'
import { emptyDatabase } from '../../../test/restoring.ts'
import { as } from '../../../test/run-on-server.ts'

/*
 * A backup of the last commit with other tables. It holds one installation at the auction house: an account, a bid that it has
 * won, and one that is due long after. Its keys stand beside it, and open nothing else.
 */

const OLDER = fileURLToPath(new URL('../../../test/backups/before-the-baseline.age', import.meta.url))
const KEYS = fileURLToPath(new URL('../../../test/backups/keys.env', import.meta.url))

/** The tables of a database, to be compared. */
async function shapeOf({ db }: TestDatabase) {
  const { rows } = await sql`
    select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
    union all
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid), true from pg_constraint
     where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text, tgname, tgenabled::text, true from pg_trigger where not tgisinternal
    union all
    select tablename, indexname, indexdef, true from pg_indexes where schemaname = 'public' order by 1, 2, 3`.execute(
    db,
  )
  return rows
}

test('A backup from before the baseline is restored, with its account, its bids, its receipt and its login, into the tables of now', async () => {
  const keys = await readEnvironment(KEYS)
  const target = await emptyDatabase()
  onTestFinished(() => target[Symbol.asyncDispose]())
  const restoring = { DATABASE_URL: as('owner', target.url), BIDWELL_DATA: await newFolder(), ...keys }
  const { stdout } = await runBidwell(restoring, 'restore', OLDER)
  expect(stdout).toMatch(/Restored: 1 account, as of .*\n.*One bid waits for its owner/)
  await using fresh = await createTestDatabase()
  expect(await shapeOf(target)).toEqual(await shapeOf(fresh))

  const { call, server } = await startInstallation(target.url, keys)
  const signedIn = await call(api.signIn, { body: OWNER })
  expect(signedIn.status).toBe(200)
  const { token } = signedIn.body
  const { bids } = (await call(api.listBids, { token })).body.data
  expect(bids).toMatchObject([
    { title: 'Seiko 6139', status: 'won', max_bid: 25 },
    { title: 'Brass lamp', status: 'pending', phase: 'restored', max_bid: 25, seconds_before_end: 8 },
  ])
  const [won, waiting] = bids
  const receipt = await call(api.readReceipt, { token, params: { id: won?.id ?? 0 } })
  expect(receipt.body.data.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(STEPS))
  const status = await call(api.readCredentialsStatus, { token })
  expect(status.body.data).toMatchObject({ hasCredentials: true, username: 'd••o' })

  const keeping = await call(api.keepWaitingBids, { token, body: { waiting: [{ kind: 'restored', id: waiting?.id }] } })
  expect(keeping.body.data).toMatchObject({ bids: [{ id: waiting?.id, phase: 'waiting' }], refused: [] })
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})
