import { RETENTION_MS } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import type { Db } from '../platform/database/tables.ts'
import { recordSecurityEvent } from './record-security-event.ts'
import { linkSecurityLog, verifySecurityLog } from './verify-security-log.ts'

const DAY_MS = 24 * 3_600_000
const TABLES = ['security_events', 'security_links', 'security_chain']

let it: TestDatabase
beforeAll(async () => {
  it = await createTestDatabase()
})
afterAll(() => it[Symbol.asyncDispose]())

beforeEach(() =>
  unguarded(async (db) => {
    await sql`truncate security_events, security_links, verified_chains restart identity`.execute(db)
    await sql`update security_chain set length = 0, head = security_chain_start()`.execute(db)
  }),
)

/** Changes the log without its triggers, as the owner of the database can. */
async function unguarded(change: (db: Db) => Promise<unknown>) {
  const months = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'security_events'::regclass`.execute(
    it.db,
  )
  const forEachTable = async (change: string) => {
    for (const table of [...TABLES, ...months.rows.map(({ name }) => name)])
      await sql.raw(`alter table ${table} ${change} trigger user`).execute(it.db)
  }
  await forEachTable('disable')
  await change(it.db)
  await forEachTable('enable')
}

const anAccount = () => insertAccount(it.db, new Date())

/** Records this many failed logins, from 192.0.2.1, 192.0.2.2 and so on, and links them. */
async function recorded(count: number, accountId: number) {
  for (let n = 1; n <= count; n += 1) {
    await recordSecurityEvent(it.db, {
      accountId,
      kind: 'signed_in',
      outcome: 'failed',
      ipAddress: `192.0.2.${n}`,
      userAgent: 'Firefox',
      requestId: `r${n}`,
    })
  }
  await linkSecurityLog(it.db)
}

const verified = (pageSize = 100) => verifySecurityLog(it.db, Date.now(), { whole: true, pageSize })
/** Where the chain is broken, however many links one query compares. */
async function brokenAt() {
  const { brokenAt: place } = await verified()
  for (const pageSize of [5, 2, 1]) expect([pageSize, (await verified(pageSize)).brokenAt]).toEqual([pageSize, place])
  return place
}

test('An unchanged security log verifies, and new events change the head of its chain', async () => {
  expect(await verified()).toMatchObject({ length: 0, brokenAt: null })
  const account = await anAccount()
  await recorded(3, account)
  const first = await verified()
  expect(first).toEqual({ length: 3, head: expect.stringMatching(/^[\da-f]{64}$/), from: 0, brokenAt: null })
  await Promise.all([recorded(2, account), recorded(2, account), linkSecurityLog(it.db)])
  const later = await verified()
  expect(later).toMatchObject({ length: 7, brokenAt: null })
  expect(later.head).not.toBe(first.head)
  expect(await brokenAt()).toBeNull()
})

test.each([
  ['given another outcome', 3, `update security_events set outcome = 'ok' where id = 3`],
  ['given another address', 2, `update security_events set ip_address = '192.0.2.9' where id = 2`],
  ['given to another account', 4, 'update security_events set account_id = account_id + 1 where id = 4'],
  ['moved in time by a millisecond', 2, `update security_events set at = at + interval '1 ms' where id = 2`],
  [
    'made nameless with another kind',
    2,
    `update security_events set account_id = null, salt = null,
    account_pseudonym = gen_random_uuid(), kind = 'signed_out' where id = 2`,
  ],
  ['deleted', 3, 'delete from security_events where id = 3'],
  [
    'deleted together with its link',
    3,
    `with gone as (delete from security_events where id = 3)
    delete from security_links where event_id = 3`,
  ],
  ['deleted at the end', 5, 'delete from security_events where id = 5'],
  ['taken out of the chain', 2, 'update security_events set chain_position = null where id = 2'],
  [
    'added at the end by hand',
    6,
    `insert into security_links
    select 6, 6, at, facts, names, sha256('made up') from security_links where position = 5`,
  ],
  ['linked by hand', 8, `insert into security_events (kind, outcome, chain_position) values ('signed_in', 'ok', 8)`],
])('An event of the security log that was %s breaks the chain at its position', async (_, place, statement) => {
  await recorded(5, await anAccount())
  expect(await brokenAt()).toBeNull()
  await unguarded((db) => sql.raw(statement).execute(db))
  expect(await brokenAt()).toBe(place)
})

test('Deleting an account takes its name out of the security log and leaves the chain whole', async () => {
  const [account, bystander] = [await anAccount(), await anAccount()]
  await recorded(2, account)
  await recorded(2, bystander)
  await it.db.deleteFrom('accounts').where('id', '=', account).execute()
  expect(await brokenAt()).toBeNull()
  const { rows } = await sql`select from security_events where salt is null`.execute(it.db)
  expect(rows).toHaveLength(2)

  await unguarded((db) => sql`update security_events set ip_address = null where id = 3`.execute(db))
  expect(await brokenAt()).toBe(3)
})

test('Events that are gone after a year leave the chain whole, and younger ones do not', async () => {
  const account = await anAccount()
  const longAgo = new Date(Date.now() - RETENTION_MS.securityLog - DAY_MS)
  const lately = new Date(Date.now() - RETENTION_MS.securityLog + DAY_MS)
  const row = { account_id: account, kind: 'signed_in', outcome: 'ok' as const, detail: '{}' }
  const events = [longAgo, lately].map((at) => ({ ...row, at }))
  await it.db.insertInto('security_events').values(events).execute()
  await recorded(2, account)
  await it.db.deleteFrom('security_events').where('at', '=', longAgo).execute()
  expect(await brokenAt()).toBeNull()
  await it.db.deleteFrom('security_events').where('at', '=', lately).execute()
  expect(await brokenAt()).toBe(2)
})

test('A link of the security log cannot be changed or deleted, and an event is linked once', async () => {
  await recorded(2, await anAccount())
  for (const statement of [
    'update security_links set position = 9',
    'delete from security_links',
    'truncate security_links',
    'update security_events set chain_position = 9',
    `update security_events set chain_position = null`,
  ])
    await expect(sql.raw(statement).execute(it.db)).rejects.toThrow('append-only')
})
