import { randomBytes, randomUUID } from 'node:crypto'
import { api, type SignInFailureType } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { createEmailHasher } from '../platform/derived-keys/derive-key.ts'
import { createSignInTrail } from './record-sign-in-step.ts'
import { trailRoutes } from './routes.ts'

const LIMIT = 4
const hashEmail = createEmailHasher([{ kid: 'test', key: randomBytes(32) }])
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({
    routes: (base) => trailRoutes({ ...base, hashEmail }),
    trustedProxies: ['127.0.0.1'],
    limits: { signInStepsPerMinute: LIMIT },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const failure = {
  session_id: 'tab-1',
  user_agent: 'A browser',
  email: ' Ann@Example.com ',
  error_type: 'invalid_credentials' as SignInFailureType,
  attempt_count: 2,
}

let callers = 0
/** A caller with an address, and so with limits, of its own. */
const newCaller = () => ({ headers: { 'X-Forwarded-For': `203.0.113.${(callers += 1)}` } })

const stepsOf = (sessionId: string) =>
  server.db.selectFrom('login_failure_trail').selectAll().where('session_id', '=', sessionId).orderBy('id').execute()

test('The steps of somebody who could not sign in are stored in order, and those of another browser apart', async () => {
  const [session_id, other] = [randomUUID(), randomUUID()]
  const from = newCaller()
  const answers = [
    await server.call(api.trackSignInFailure, { body: { ...failure, session_id }, ...from }),
    await server.call(api.trackSignInAbandoned, { body: { session_id: other }, ...from }),
    await server.call(api.trackSignInRecovery, { body: { session_id, recovery_method: 'google_oauth' }, ...from }),
    await server.call(api.trackSignInResolved, { body: { session_id }, ...from }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await stepsOf(session_id)).toMatchObject([
    { step: 'failed', error_type: 'invalid_credentials', attempt_count: 2, user_agent: 'A browser' },
    { step: 'recovery', recovery_method: 'google_oauth' },
    { step: 'resolved' },
  ])
  expect(await stepsOf(other)).toMatchObject([{ step: 'abandoned' }])
})

test('The e-mail of a failed sign-in is stored as a keyed hash, the same for each way of typing it', async () => {
  const [session_id, other] = [randomUUID(), randomUUID()]
  const from = newCaller()
  await server.call(api.trackSignInFailure, { body: { ...failure, session_id }, ...from })
  await server.call(api.trackSignInFailure, { body: { ...failure, session_id, email: 'ann@example.com' }, ...from })
  await server.call(api.trackSignInFailure, { body: { ...failure, session_id: other, email: '' }, ...from })
  const [first, second] = await stepsOf(session_id)
  expect(first?.email_hash).toEqual(hashEmail('ann@example.com'))
  expect(second?.email_hash).toEqual(first?.email_hash)
  expect((await stepsOf(other))[0]?.email_hash).toBeNull()
  expect(JSON.stringify(await stepsOf(session_id))).not.toMatch(/ann@/i)
})

test.each([
  { session_id: 'x'.repeat(65) },
  { session_id: 'a b' },
  { error_type: 'something_else' },
  { attempt_count: 0 },
  { user_agent: 'x'.repeat(501) },
  { email: 'x'.repeat(600) },
  { note: 'more' },
])('A failed sign-in with %j is refused', async (change) => {
  const { status } = await server.call(api.trackSignInFailure, { body: { ...failure, ...change }, ...newCaller() })
  expect(status).toBe(400)
})

test('An address that reports too many steps is refused until the minute ends, and another address is not', async () => {
  const session_id = randomUUID()
  const body = { ...failure, session_id }
  const from = newCaller()
  for (let count = 1; count <= LIMIT; count += 1) {
    expect((await server.call(api.trackSignInFailure, { body, ...from })).status).toBe(200)
  }
  const { status, headers } = await server.call(api.trackSignInFailure, { body, ...from })
  expect([status, headers.has('retry-after')]).toEqual([429, true])
  expect((await server.call(api.trackSignInFailure, { body, ...newCaller() })).status).toBe(200)
  expect(await stepsOf(session_id)).toHaveLength(LIMIT + 1)
})

/** Of a process that runs alone. */

test('All callers together store no more than the limit of an hour, and go on in the next hour', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 20, 20))
  const record = createSignInTrail({ db: server.db, clock, hashEmail }, 2)
  const session_id = randomUUID()
  for (let count = 1; count <= 3; count += 1) await record({ step: 'resolved', session_id })
  expect(await stepsOf(session_id)).toHaveLength(2)
  await clock.advanceBy(3_600_000)
  await record({ step: 'resolved', session_id })
  expect(await stepsOf(session_id)).toHaveLength(3)
})
