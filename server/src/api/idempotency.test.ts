import { api } from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../test/api.ts'
import { aWireAuction } from '../../test/wire-records.ts'
import { route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'

let server: TestApi
let person: Person
/** What the stand-in for tracking does before its effect and after it, and how often it has been done. */
let doing: () => Promise<void>
let ending: () => Promise<void>
let done: number
/** Whether the stand-in finds the auction tracked already, and so creates nothing. */
let isTracked: boolean

beforeAll(async () => {
  const tracking = route(api.trackAuction, async ({ caller }) => {
    await doing()
    await server.db.transaction().execute(async (tx) => caller.inTransaction?.(tx))
    done += 1
    await ending()
    return { data: { id: done, already_tracked: isTracked, auction: aWireAuction } }
  })
  server = await startTestApi({ routes: () => [tracking] })
})
afterAll(() => server[Symbol.asyncDispose]())

beforeEach(async () => {
  doing = async () => {}
  ending = async () => {}
  done = 0
  isTracked = false
  person = await server.signUp()
})

const track = (key: string | null, auction_id = '123456789', token = person.token) =>
  server.call(api.trackAuction, {
    token,
    body: { auction_id },
    ...(key !== null && { headers: { 'Idempotency-Key': key } }),
  })

/** Dates every key earlier: the database's clock decides, and no test can set that. */
const letPass = (time: RawBuilder<unknown>) =>
  sql`update idempotency_keys set created_at = created_at - ${time}`.execute(server.db)

test('A repeat with the same key gets the first answer, and the call is done once', async () => {
  const [first, second] = [await track('k'), await track('k')]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(done).toBe(1)
})

test('Of fifty concurrent calls with one key one is done; the others get its answer or a conflict', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => track('k')))
  expect(done).toBe(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.id))).toEqual(new Set([1]))
})

test('A repeat while the first call is in progress is a conflict with a retry time', async () => {
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  doing = () => {
    started.resolve()
    return finish.promise
  }
  const first = track('k')
  await started.promise
  const second = await track('k')
  expect([second.status, second.failure.code]).toEqual([409, 'idempotency_in_flight'])
  expect(second.headers.get('retry-after')).toBe('1')
  finish.resolve()
  expect((await first).status).toBe(200)
  expect((await track('k')).body).toEqual((await first).body)
})

test('A used key with another body is refused', async () => {
  await track('k')
  const { status, failure } = await track('k', '987654321')
  expect([status, failure.code]).toEqual([422, 'rule_broken'])
  expect(done).toBe(1)
})

test('Two accounts can use the same key', async () => {
  const other = await server.signUp()
  expect((await track('k')).body.data.id).toBe(1)
  expect((await track('k', '987654321', other.token)).body.data.id).toBe(2)
})

test('Each call without a key is done', async () => {
  expect([(await track(null)).body.data.id, (await track(null)).body.data.id]).toEqual([1, 2])
})

test('A failed call frees its key', async () => {
  doing = () => Promise.reject(new AppError('site_unavailable', 'Not now'))
  expect((await track('k')).status).toBe(503)
  doing = async () => {}
  expect((await track('k')).status).toBe(200)
})

test('A call that breaks after its effect is never done again, and a repeat is told so at once', async () => {
  ending = () => Promise.reject(new Error('Connection terminated'))
  expect((await track('k')).status).toBe(503)
  ending = async () => {}
  expect((await track('k')).failure.code).toBe('idempotency_done')
  await letPass(sql`interval '1 minute'`)
  expect((await track('k')).failure.code).toBe('idempotency_done')
  expect(done).toBe(1)
})

test('A call that breaks before its effect frees its key', async () => {
  doing = () => Promise.reject(new Error('Connection terminated'))
  expect((await track('k')).status).toBe(503)
  doing = async () => {}
  expect((await track('k')).body.data.id).toBe(1)
})

test('A call that is refused after its effect frees its key, because a repeat can wait for what is missing', async () => {
  ending = () => Promise.reject(new AppError('not_confirmed_yet', 'Not yet'))
  expect((await track('k')).status).toBe(503)
  ending = async () => {}
  expect((await track('k')).status).toBe(200)
})

/** As a process leaves the key that dies before its answer is kept. */
const letDie = (done_at: RawBuilder<Date> | null) =>
  server.db
    .updateTable('idempotency_keys')
    .set({ status: null, answer: null, done_at })
    .where('account_id', '=', person.accountId)
    .execute()

test('A key of a process that died before the effect of the call is free after a minute', async () => {
  await track('k')
  await letDie(null)
  expect((await track('k')).status).toBe(409)
  await letPass(sql`interval '1 minute'`)
  expect((await track('k')).body.data.id).toBe(2)
})

test('A key of a process that died after the effect of the call is never done again, and a repeat is told so', async () => {
  await track('k')
  await letDie(sql<Date>`now()`)
  expect((await track('k')).failure.code).toBe('idempotency_in_flight')
  await letPass(sql`interval '1 minute'`)
  expect((await track('k')).failure.code).toBe('idempotency_done')
  expect((await track('k', '987654321')).status).toBe(422)
  expect(done).toBe(1)
})

test('The effect of a call that has lost its key to another one does not happen', async () => {
  doing = async () => {
    doing = async () => {}
    await letPass(sql`interval '1 minute'`)
    expect((await track('k')).body.data.id).toBe(1)
  }
  const { status, failure } = await track('k')
  expect([status, failure.code, done]).toEqual([409, 'idempotency_in_flight', 1])
})

test('Each call that changes something takes a key, and one that only people do keeps no answer with a secret', async () => {
  const make = (key: string) =>
    server.call(api.makeApiToken, {
      token: person.token,
      body: { name: 'sheet', scope: 'read' },
      headers: { 'Idempotency-Key': key },
    })
  const { body } = await make('k')
  expect((await make('k')).failure.code).toBe('idempotency_done')
  const { rows } = await sql`select * from idempotency_keys`.execute(server.db)
  expect(JSON.stringify(rows)).not.toContain(body.data.secret)
  const tokens = await server.call(api.listApiTokens, { token: person.token })
  expect(tokens.body.data.tokens).toHaveLength(1)
})

test('A key is free a day after its first use', async () => {
  await track('k')
  await letPass(sql`interval '23 hours 59 minutes'`)
  expect((await track('k')).body.data.id).toBe(1)
  await letPass(sql`interval '1 minute'`)
  expect((await track('k', '987654321')).body.data.id).toBe(2)
})

test.each([0, 256])('A key of %i characters is refused', async (length) => {
  const { status, failure } = await track('k'.repeat(length))
  expect([status, failure.details?.[0]?.path]).toEqual([400, 'Idempotency-Key'])
})

const keysOf = async (accountId: number) =>
  (
    await server.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute()
  ).map(({ key }) => key)

test('A call that created nothing keeps no key, and a repeat of it is done again', async () => {
  isTracked = true
  for (const key of ['a', 'b', 'b']) expect((await track(key)).status).toBe(200)
  expect([await keysOf(person.accountId), done]).toEqual([[], 3])
})

test('An account has at most a thousand keys, of which the oldest make room', async () => {
  const bystander = await server.signUp()
  await track('theirs', '987654321', bystander.token)
  await sql`
    insert into idempotency_keys (account_id, key, request_hash, created_at, status, done_at)
    select ${person.accountId}, 'k' || n, '', now() - interval '1 hour' + n * interval '1 second', 200, now()
      from generate_series(1, 1000) as n`.execute(server.db)
  for (const key of ['k1001', 'k1002', 'k1003']) expect((await track(key)).status).toBe(200)
  const keys = await keysOf(person.accountId)
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([1_000, 'k4', 'k1003'])
  expect(await keysOf(bystander.accountId)).toEqual(['theirs'])
})
