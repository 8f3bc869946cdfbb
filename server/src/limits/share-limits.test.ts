import { api } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { type ApiBase, startTestApi } from '../../test/api.ts'
import { createTestDatabase } from '../../test/database.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { trailRoutes } from '../trails/routes.ts'
import { type SharedLimits, shareLimits } from './share-limits.ts'

const MINUTE_MS = 60_000
const NOON = Date.UTC(2026, 10, 20, 20)
const LIMIT = 100

/** The limit of calls that an API answers with. */
async function limitOf({ url }: { url: string }) {
  return Number((await fetch(`${url}/api/health`)).headers.get('x-ratelimit-limit'))
}

test('API processes divide the limit of calls among them, within a minute of a start or an end', async () => {
  const clock = manualClock(NOON)
  const limits = { callsPerMinute: LIMIT }
  await using first = await startTestApi({ clock, limits })
  await using alone = await startTestApi({ clock, limits })
  {
    await using second = await startTestApi({ clock, limits, beside: first })
    // The second one counts at its start.
    await expect.poll(() => limitOf(second)).toBe(LIMIT / 2)
    await clock.advanceBy(MINUTE_MS)
    await expect.poll(() => limitOf(first)).toBe(LIMIT / 2)
    expect(await limitOf(alone)).toBe(LIMIT)
  }
  await clock.advanceBy(MINUTE_MS)
  await expect.poll(() => limitOf(first)).toBe(LIMIT)
})

test('A network that calls two API processes in turn is refused after as many calls as one process allows', async () => {
  const clock = manualClock(NOON)
  const limits = { callsPerMinute: 6 }
  await using first = await startTestApi({ clock, limits })
  await using second = await startTestApi({ clock, limits, beside: first })
  const count = () => clock.advanceBy(MINUTE_MS)
  await count()
  await expect.poll(() => Promise.all([limitOf(first), limitOf(second)])).toEqual([3, 3])
  await clock.advanceBy(MINUTE_MS)
  const statuses = []
  for (let calls = 0; calls < 4; calls += 1) {
    for (const { url } of [first, second]) statuses.push((await fetch(`${url}/api/health`)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})

test('However many API processes run, each allows a quarter of the limit', async () => {
  const clock = manualClock(NOON)
  const limits = { callsPerMinute: LIMIT }
  await using stack = new AsyncDisposableStack()
  const first = stack.use(await startTestApi({ clock, limits }))
  for (let more = 0; more < 5; more += 1) stack.use(await startTestApi({ clock, limits, beside: first }))
  await clock.advanceBy(MINUTE_MS)
  await expect.poll(() => limitOf(first)).toBe(LIMIT / 4)
})

test('However many API processes run, callers without a sign-in store together what one process allows', async () => {
  const clock = manualClock(NOON)
  const limits: SharedLimits[] = []
  const routes = (base: ApiBase & SharedLimits) => {
    limits.push(base)
    return trailRoutes({ ...base, hashEmail: () => Buffer.alloc(0), maxMetricsPerHour: 12 })
  }
  await using stack = new AsyncDisposableStack()
  const first = stack.use(await startTestApi({ clock, routes }))
  const others = []
  for (let more = 0; more < 5; more += 1) others.push(stack.use(await startTestApi({ clock, routes, beside: first })))
  await clock.advanceBy(MINUTE_MS)
  // Each of them has counted the others.
  await expect.poll(() => limits.map((each) => each.shareOfAll(12))).toEqual(Array(6).fill(2))
  const body = { metric: 'LCP', value: 1, url: 'https://bids.example/', timestamp: NOON, userAgent: 'test' }
  for (let round = 0; round < 3; round += 1) {
    for (const process of [first, ...others]) expect((await process.call(api.reportMetric, { body })).status).toBe(200)
  }
  const stored = await first.db.selectFrom('performance_metrics').select('id').execute()
  expect(stored).toHaveLength(12)
})

test('While the database does not answer, the limits stay as they were counted last', async () => {
  const clock = manualClock(NOON)
  const errors: unknown[] = []
  await using it = await createTestDatabase()
  const [one, other] = [it.openAs('api'), it.openAs('api')]
  for (const process of [one, other]) await process.listen('changes', () => {}, { onReconnect: () => {} })
  await using sharing = shareLimits({ db: one.db, clock, onError: (error) => errors.push(error) })
  await expect.poll(() => sharing.shareOf(LIMIT)).toBe(LIMIT / 2)
  await one.db.destroy()
  await clock.advanceBy(MINUTE_MS)
  await expect.poll(() => errors).toHaveLength(1)
  expect(sharing.shareOf(LIMIT)).toBe(LIMIT / 2)
})
