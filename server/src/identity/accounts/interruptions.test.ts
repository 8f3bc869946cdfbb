import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration, startTestApi, type TestApi } from '../../../test/api.ts'
import { awaitBlocked } from '../../../test/await-blocked.ts'
import { readMails } from '../../../test/read-mails.ts'

const PASSWORD = 'a quite different horse'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Begins a call, and ends its connection to the database while it waits to write to `sessions`: its last write, or almost. */
async function interrupt<T>(begin: () => Promise<T>): Promise<T> {
  const { answer } = await server.db.transaction().execute(async (tx) => {
    await sql`lock table sessions in share mode`.execute(tx)
    const begun = begin()
    const [pid] = await awaitBlocked(server.db, 1)
    await sql`select pg_terminate_backend(${pid})`.execute(server.db)
    return { answer: await begun }
  })
  return answer
}

const RECORDS = [
  'accounts',
  'sessions',
  'deliveries',
  'mail_links',
  'product_events',
  'security_events',
  'login_locks',
] as const

/** How many rows each table has. */
const counts = () =>
  Promise.all(
    RECORDS.map(async (table) => {
      const { count } = await server.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return `${table} ${count}`
    }),
  )

async function expectInterrupted(begin: () => Promise<{ status: number; headers: Headers }>) {
  const before = await counts()
  const { status, headers } = await interrupt(begin)
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(await counts()).toEqual(before)
}

test('A registration whose connection to the database breaks leaves nothing behind, and succeeds when it is repeated', async () => {
  const body = aRegistration()
  await expectInterrupted(() => server.call(api.register, { body }))
  expect((await server.call(api.register, { body })).status).toBe(200)
  expect((await readMails(server.db, body.email)).map(({ kind }) => kind)).toEqual(['verify-email'])
})

test('A sign-in whose connection to the database breaks opens no session and counts as no failure', async () => {
  const [{ email, password }, bystander] = [await server.signUp(), await server.signUp()]
  const signIn = () => server.call(api.signIn, { body: { email, password } })
  for (let tries = 0; tries < 4; tries += 1) await expectInterrupted(signIn)
  expect((await signIn()).status).toBe(200)
  expect((await server.call(api.readProfile, { token: bystander.token })).status).toBe(200)
})

test('A reset whose connection to the database breaks changes nothing, and its link still works', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  await server.call(api.requestReset, { body: { email: ann.email } })
  const token = (await readMails(server.db, ann.email)).findLast(({ kind }) => kind === 'reset-password')?.token ?? ''
  const reset = () => server.call(api.resetPassword, { body: { token, password: PASSWORD, confirmPassword: PASSWORD } })
  await expectInterrupted(reset)
  expect((await server.call(api.readProfile, { token: ann.token })).status).toBe(200)
  expect((await reset()).status).toBe(200)
  expect((await server.call(api.readProfile, { token: ann.token })).status).toBe(401)
  expect((await server.call(api.readProfile, { token: bystander.token })).status).toBe(200)
})
