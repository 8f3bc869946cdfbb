import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { SiteError } from '../site-error.ts'
import { openReadBudget, type SiteState } from './read-budget.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** By default so slow that nothing is refilled while a test runs. */
function budget(siteId: string, readsPerSecond = 0.001) {
  const told: SiteState[] = []
  return { told, ...openReadBudget({ db: database.db, siteId, readsPerSecond, onChange: (state) => told.push(state) }) }
}

const REFRESH = { by: 'refresh', upTo: 1 } as const
const PERSON = { by: 'person', upTo: 1 } as const
const down = new SiteError('unavailable', 'no')
const FOREVER = new SiteError('rate_limited', 'no', { retryAfterMs: 3_600_000 })

/** Sets a bucket as one that was empty so long ago. */
const empty = (siteId: string, secondsAgo: number) =>
  database.db
    .updateTable('read_budgets')
    .set({ tokens: 0, refilled_at: new Date(performance.timeOrigin + performance.now() - secondsAgo * 1_000) })
    .where('marketplace', '=', siteId)
    .execute()

test('of many that ask at once, no more are served than the budget holds', async () => {
  const [here, there] = [budget('a'), budget('a')]
  const asking = Array.from({ length: 30 }, (_, place) => (place % 2 ? here : there).take(REFRESH))
  const leaves = await Promise.all(asking)
  expect(leaves.filter(({ kind }) => kind === 'granted')).toHaveLength(20)
  const waits = leaves.flatMap((leave) => (leave.kind === 'wait' ? leave.waitMs : []))
  expect(Math.min(...waits)).toBeGreaterThan(900_000)
})

test('the budget fills up again with time, and no further than it holds', async () => {
  const reads = budget('b', 5)
  await reads.take({ by: 'refresh', upTo: 20 })
  await empty('b', 1)
  expect(await reads.take(REFRESH)).toMatchObject({ reads: 1 })
  await empty('b', 3_600)
  expect((await reads.state()).readsLeft).toBe(20)
})

test('reads that were not made are there for others', async () => {
  const reads = budget('c')
  await reads.take({ by: 'refresh', upTo: 20 })
  await reads.giveBack({ reads: 3, probe: false })
  expect(await reads.take({ by: 'refresh', upTo: 20 })).toMatchObject({ reads: 3 })
})

test('what one process hears of the site, all keep to, and each change is told once', async () => {
  const [here, there] = [budget('d'), budget('d')]
  await Promise.all([1, 2, 3].map(() => here.report(FOREVER, false)))
  expect(await there.take(PERSON)).toMatchObject({ kind: 'wait', because: 'site' })
  expect(await there.state()).toMatchObject({ state: 'backing_off', because: 'rate_limited', failures: 1 })
  expect(here.told).toMatchObject([{ state: 'backing_off' }])
  expect(there.told).toEqual([])
})

test('only the read that was let through to try says that the site is well again', async () => {
  const reads = budget('e')
  await reads.report(down, false)
  await reads.report(null, false)
  expect((await reads.state()).state).toBe('backing_off')

  await database.db
    .updateTable('read_budgets')
    .set({ next_try_at: new Date(0) })
    .where('marketplace', '=', 'e')
    .execute()
  const [first, second] = [await reads.take(REFRESH), await reads.take(REFRESH)]
  expect([first, second]).toMatchObject([{ probe: true }, { kind: 'wait', because: 'site' }])
  await reads.report(null, true)
  expect(await reads.state()).toMatchObject({ state: 'ok', because: null, nextTryAt: null, failures: 0 })
  expect(await reads.take(REFRESH)).toMatchObject({ probe: false })
})

test('an item that is not there, or an answer of the wrong shape, is no fault of the site', async () => {
  const reads = budget('f')
  for (const kind of ['not_found', 'unexpected_shape', 'unauthorized', 'login_refused'] as const) {
    await reads.report(new SiteError(kind, 'no'), false)
  }
  expect(await reads.state()).toMatchObject({ state: 'ok', failures: 0 })
})

test('an armed snipe reads whatever is left, and what went wrong for it holds for all others', async () => {
  const reads = budget('g')
  await reads.debit({ reads: 25, failure: FOREVER, answered: true })
  expect(await reads.state()).toMatchObject({ readsLeft: -5, state: 'backing_off' })
})

test('what a snipe hears once the pause is over is as good as a try', async () => {
  const reads = budget('h')
  await reads.report(FOREVER, false)
  const heard = { reads: 1, failure: null, answered: true }
  await reads.debit(heard)
  expect((await reads.state()).state).toBe('backing_off')
  await database.db
    .updateTable('read_budgets')
    .set({ next_try_at: new Date(0) })
    .where('marketplace', '=', 'h')
    .execute()
  await reads.debit({ ...heard, answered: false })
  expect((await reads.state()).state).toBe('backing_off')
  await reads.debit(heard)
  expect((await reads.state()).state).toBe('ok')
})
