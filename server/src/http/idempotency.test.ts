import { trackAuction } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { aWireAuction } from '../../test/wire-records.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/route.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const DAY = 24 * 60 * 60_000

/** A stand-in for tracking that counts how often it was really done, and waits or fails on request. */
async function startTracking(doing: () => Promise<void> = async () => {}) {
  let done = 0
  const tracking = route(trackAuction, async () => {
    await doing()
    done += 1
    return { data: { id: done, already_tracked: false, auction: aWireAuction } }
  })
  const clock = manualClock(NOON)
  const api = await startTestApi({ clock, routes: () => [tracking] })
  const person = await api.signUp()
  const track = (key: string | null, auction_id = '123456789', by = person.token) =>
    api.call(trackAuction, {
      token: by,
      body: { auction_id },
      ...(key !== null && { headers: { 'Idempotency-Key': key } }),
    })
  return { api, clock, person, track, done: () => done, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

test('a repeat under the same key gets the first answer, and nothing is done twice', async () => {
  await using it = await startTracking()
  const [first, second] = [await it.track('k'), await it.track('k')]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(it.done()).toBe(1)
})

test('of fifty twins at once one is done; the others are told to wait or get its answer', async () => {
  await using it = await startTracking()
  const answers = await Promise.all(Array.from({ length: 50 }, () => it.track('k')))
  expect(it.done()).toBe(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.id))).toEqual(new Set([1]))
})

test('a twin of a call still worked on is told so', async () => {
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using it = await startTracking(() => {
    started.resolve()
    return finish.promise
  })
  const first = it.track('k')
  await started.promise
  const twin = await it.track('k')
  expect([twin.status, twin.failure.code, twin.headers.get('retry-after')]).toEqual([409, 'idempotency_in_flight', '1'])
  finish.resolve()
  expect((await first).status).toBe(200)
  expect((await it.track('k')).body).toEqual((await first).body)
})

test('the same key with another body is refused', async () => {
  await using it = await startTracking()
  await it.track('k')
  const { status, failure } = await it.track('k', '987654321')
  expect([status, failure.code]).toEqual([422, 'rule_broken'])
  expect(it.done()).toBe(1)
})

test("one account's keys are nothing to another's", async () => {
  await using it = await startTracking()
  const other = await it.api.signUp()
  expect((await it.track('k')).body.data.id).toBe(1)
  expect((await it.track('k', '987654321', other.token)).body.data.id).toBe(2)
})

test('without a key each call is done', async () => {
  await using it = await startTracking()
  expect([(await it.track(null)).body.data.id, (await it.track(null)).body.data.id]).toEqual([1, 2])
})

test('a failure frees the key for the next try', async () => {
  let failing = true
  await using it = await startTracking(async () => {
    if (failing) throw new AppError('site_unavailable', 'Not now')
  })
  expect((await it.track('k')).status).toBe(503)
  failing = false
  expect((await it.track('k')).status).toBe(200)
})

test('a key left by a process that died over it can be taken after a minute', async () => {
  await using it = await startTracking()
  await it.track('k')
  await it.api.db.updateTable('idempotency_keys').set({ status: null, answer: null }).execute()
  expect((await it.track('k')).status).toBe(409)
  await it.clock.advanceBy(60_001)
  expect((await it.track('k')).body.data.id).toBe(2)
})

test('after a day a key is new again', async () => {
  await using it = await startTracking()
  await it.track('k')
  await it.clock.advanceBy(DAY)
  const token = await it.api.signIn(it.person)
  expect((await it.track('k', '123456789', token)).body.data.id).toBe(1)
  await it.clock.advanceBy(1)
  expect((await it.track('k', '987654321', token)).body.data.id).toBe(2)
})

test.each(['', 'k'.repeat(256)])('a key must have 1 to 255 characters', async (key) => {
  await using it = await startTracking()
  const { status, failure } = await it.track(key)
  expect([status, failure.details?.[0]?.path]).toEqual([400, 'Idempotency-Key'])
})
