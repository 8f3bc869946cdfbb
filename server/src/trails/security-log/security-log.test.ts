import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '../../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from './record-security-event.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database[Symbol.asyncDispose]())

const event = {
  kind: 'signed_in',
  outcome: 'ok',
  ipAddress: '192.0.2.7',
  userAgent: 'Firefox',
  requestId: 'r1',
} as const
const eventsOf = (accountId: number) =>
  db.selectFrom('security_events').selectAll().where('account_id', '=', accountId).execute()

const anAccount = () => insertAccount(db, new Date())

test('An event is stored with its account, its origin and the time, and a user agent of at most 500 characters', async () => {
  const accountId = await anAccount()
  await recordSecurityEvent(db, { ...event, accountId, userAgent: 'x'.repeat(600), details: { remembered: true } })
  expect(await eventsOf(accountId)).toMatchObject([
    {
      kind: 'signed_in',
      outcome: 'ok',
      ip_address: '192.0.2.7',
      user_agent: 'x'.repeat(500),
      request_id: 'r1',
      detail: { remembered: true },
      at: expect.any(Date),
    },
  ])
})

test.each([
  `update security_events set outcome = 'failed'`,
  'update security_events set account_id = null, account_pseudonym = gen_random_uuid()',
  'delete from security_events',
  'truncate security_events',
])('Nobody can rewrite recent events by `%s`', async (statement) => {
  const accountId = await anAccount()
  await recordSecurityEvent(db, { ...event, accountId })
  await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
  expect(await eventsOf(accountId)).toHaveLength(1)
})

test('Events that are older than 90 days can be deleted', async () => {
  const accountId = await anAccount()
  const row = { account_id: accountId, kind: 'signed_in', outcome: 'ok' as const, detail: '{}' }
  await db
    .insertInto('security_events')
    .values({ ...row, at: sql<Date>`clock_timestamp() - interval '91 days'` })
    .execute()
  await recordSecurityEvent(db, { ...event, accountId })
  const old = sql<boolean>`at < clock_timestamp() - interval '90 days'`
  await db.deleteFrom('security_events').where(old).execute()
  expect(await eventsOf(accountId)).toMatchObject([{ request_id: 'r1' }])
})

test('Deleting an account takes everything that may name a person out of its events, and leaves those of others', async () => {
  const [accountId, bystander] = [await anAccount(), await anAccount()]
  const actor = Buffer.alloc(32, 1)
  for (const id of [accountId, accountId, bystander]) {
    await recordSecurityEvent(db, { ...event, accountId: id, actor, details: { remembered: true } })
  }
  const before = await db.selectFrom('security_events').select('id').where('account_id', '=', accountId).execute()
  await db.deleteFrom('accounts').where('id', '=', accountId).execute()

  const ids = before.map(({ id }) => id)
  const left = await db.selectFrom('security_events').selectAll().where('id', 'in', ids).execute()
  const nothing = { account_id: null, actor: null, ip_address: null, user_agent: null, request_id: null, detail: {} }
  expect(left).toMatchObject([
    { ...nothing, kind: 'signed_in' },
    { ...nothing, kind: 'signed_in' },
  ])
  expect(new Set(left.map(({ account_pseudonym }) => account_pseudonym)).size).toBe(1)
  expect(await eventsOf(bystander)).toMatchObject([{ ip_address: '192.0.2.7', actor, detail: { remembered: true } }])
})
