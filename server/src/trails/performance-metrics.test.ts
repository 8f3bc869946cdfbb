import { api } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { createMetricLog } from './record-metric.ts'
import { trailRoutes } from './routes.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi({
    routes: (base) => trailRoutes({ ...base, hashEmail: () => Buffer.alloc(0) }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => server.db.deleteFrom('performance_metrics').execute())

const stored = () => server.db.selectFrom('performance_metrics').selectAll().orderBy('id').execute()

const lcp = () => ({
  metric: 'LCP' as const,
  value: 1_234.5,
  url: 'https://bidwell.example/help?email=ann@example.com#faq',
  timestamp: Date.now() - 60_000,
  userAgent: 'A browser',
})

test('A metric is stored with the path of its page, and without query, hash, record numbers and the account', async () => {
  const { token } = await server.signUp()
  const body = lcp()
  const receipt = { ...body, metric: 'CLS' as const, value: 0.02, url: 'https://bidwell.example/bid-history/4711' }
  expect((await server.call(api.reportMetric, { body, token })).body).toEqual({ success: true, data: {} })
  expect((await server.call(api.reportMetric, { body: receipt })).status).toBe(200)
  const rows = await stored()
  expect(rows).toMatchObject([
    { metric: 'LCP', value: 1_234.5, page: '/help', user_agent: 'A browser', measured_at: new Date(body.timestamp) },
    { metric: 'CLS', value: 0.02, page: '/bid-history/:id' },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/ann@|faq|4711|account/)
})

test('A browser whose clock is wrong moves its metric by an hour at most', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 20, 20))
  const record = createMetricLog({ db: server.db, clock })
  for (const timestamp of [0, clock.now() + 86_400_000]) await record({ ...lcp(), timestamp })
  expect((await stored()).map((row) => row.measured_at.getTime() - clock.now())).toEqual([-3_600_000, 0])
})

test.each([
  { metric: 'SPEED' },
  { value: -1 },
  { value: 3_600_001 },
  { value: '1' },
  { url: 'help' },
  { url: `https://bidwell.example/${'x'.repeat(2_100)}` },
  { timestamp: 1.5 },
  { userAgent: 'x'.repeat(501) },
  { account: 1 },
])('A metric with %j is refused, and nothing is stored', async (change) => {
  expect((await server.call(api.reportMetric, { body: { ...lcp(), ...change } })).status).toBe(400)
  expect(await stored()).toEqual([])
})

/** Of a process that runs alone. */

test('All callers together store no more metrics than the limit of an hour, and go on in the next hour', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 20, 20))
  const record = createMetricLog({ db: server.db, clock }, 2)
  for (let count = 1; count <= 3; count += 1) await record(lcp())
  expect(await stored()).toHaveLength(2)
  await clock.advanceBy(3_600_000)
  await record(lcp())
  expect(await stored()).toHaveLength(3)
})
