import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../test/api.ts'
import { issueAppointment } from '../supervisor/issue-appointment.ts'

let it: TestApi
beforeAll(async () => {
  it = await startTestApi({ adminEmails: ['ann@example.com', 'bob@example.com'] })
})
afterAll(() => it[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['accounts', 'attempt_budgets', 'appointment_tokens'] as const)
    await it.db.deleteFrom(table).execute()
})

const appoint = async ({ token }: Person, given: string | null) =>
  (await it.call(api.appointAdmin, { token, body: { token: `${given}` } })).status
const verify = (...people: Person[]) =>
  it.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(0) })
    .where(
      'id',
      'in',
      people.map(({ accountId }) => accountId),
    )
    .execute()
const administrators = async () =>
  (await it.db.selectFrom('administrators').select('account_id').execute()).map(({ account_id }) => account_id)

test('The token of the terminal appoints the owner of a verified address of ADMIN_EMAILS, once', async () => {
  const [ann, bob, eve] = [
    await it.signUp('ann@example.com'),
    await it.signUp('bob@example.com'),
    await it.signUp('eve@example.com'),
  ]
  const token = await issueAppointment(it.databaseUrl)
  expect(token).toMatch(/^[\w-]{43}$/)
  const { rows } = await sql<{ row: string }>`select t::text as row from appointment_tokens t`.execute(it.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(token)

  expect(await appoint(ann, token)).toBe(404) // nobody has verified the address
  await verify(ann, bob, eve)
  expect(await appoint(eve, token)).toBe(404) // no address of the operator's
  expect(await appoint(ann, 'another-token')).toBe(404)
  expect(await administrators()).toEqual([])
  expect(await appoint(ann, token)).toBe(200)
  expect(await administrators()).toEqual([ann.accountId])
  expect(await appoint(bob, token)).toBe(404)
  expect(await issueAppointment(it.databaseUrl)).toBe(null)

  const log = await it.db
    .selectFrom('security_events')
    .select(['account_id', 'detail'])
    .where('kind', '=', 'appointed')
    .execute()
  expect(log).toEqual([{ account_id: ann.accountId, detail: { by: 'token' } }])
})

test('A token is over after a day, and with the next start', async () => {
  const ann = await it.signUp('ann@example.com')
  await verify(ann)
  const first = await issueAppointment(it.databaseUrl)
  const second = await issueAppointment(it.databaseUrl)
  expect(await appoint(ann, first)).toBe(404)
  await sql`update appointment_tokens set expires_at = expires_at - interval '24 h'`.execute(it.db)
  expect(await appoint(ann, second)).toBe(404)
  expect(await appoint(ann, await issueAppointment(it.databaseUrl))).toBe(200)
})

test('Of two calls with the token at the same time, one appoints', async () => {
  const [ann, bob] = [await it.signUp('ann@example.com'), await it.signUp('bob@example.com')]
  await verify(ann, bob)
  const token = await issueAppointment(it.databaseUrl)
  const statuses = await Promise.all([appoint(ann, token), appoint(bob, token)])
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404])
  expect(await administrators()).toHaveLength(1)
})

test('Guessing tokens is limited, and another account in another network is not affected', async () => {
  const eve = await it.signUp()
  for (let guess = 0; guess < 20; guess += 1) expect(await appoint(eve, `guess-${guess}`)).toBe(404)
  expect(await appoint(eve, 'one more')).toBe(429)
  expect((await it.call(api.readProfile, { token: eve.token })).status).toBe(200)
})

test('The role of the API can neither read nor write the token', async () => {
  const { db } = it.openAs('api')
  await expect(sql`select from appointment_tokens`.execute(db)).rejects.toThrow('permission denied')
  await expect(sql`insert into administrators values (1, now())`.execute(db)).rejects.toThrow('permission denied')
})
