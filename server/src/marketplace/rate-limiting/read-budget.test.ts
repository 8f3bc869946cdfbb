import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { SiteError } from '../site-error.ts'
import { openReadBudget, type SiteState } from './read-budget.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** By default the rate is so low that nothing is refilled while a test runs. */
function budget(siteId: string, readsPerSecond = 0.001) {
  const changes: SiteState[] = []
  const onChange = (state: SiteState) => void changes.push(state)
  return { changes, ...openReadBudget({ db: database.db, siteId, readsPerSecond, onChange }) }
}

const REFRESH = { by: 'refresh', upTo: 1 } as const
const USER = { by: 'user', upTo: 1 } as const
const down = new SiteError('unavailable', 'no')
const FOREVER = new SiteError('rate_limited', 'no', { retryAfterMs: 3_600_000 })

/** Empties a bucket, as of some time ago. */
const empty = (siteId: string, secondsAgo: number) =>
  database.db
    .updateTable('read_budgets')
    .set({ tokens: 0, refilled_at: new Date(performance.timeOrigin + performance.now() - secondsAgo * 1_000) })
    .where('marketplace', '=', siteId)
    .execute()

test('requests at the same moment from two processes are granted no more reads than the budget holds', async () => {
  const [here, there] = [budget('a'), budget('a')]
  const asking = Array.from({ length: 30 }, (_, place) => (place % 2 ? here : there).acquire(REFRESH))
  const grants = await Promise.all(asking)
  expect(grants.filter(({ kind }) => kind === 'granted')).toHaveLength(20)
  const waits = grants.flatMap((grant) => (grant.kind === 'wait' ? grant.waitMs : []))
  expect(Math.min(...waits)).toBeGreaterThan(900_000)
})

test('the budget refills with time, up to its burst', async () => {
  const reads = budget('b', 5)
  await reads.acquire({ by: 'refresh', upTo: 20 })
  await empty('b', 1)
  expect(await reads.acquire(REFRESH)).toMatchObject({ reads: 1 })
  await empty('b', 3_600)
  expect((await reads.state()).readsLeft).toBe(20)
})

test('refunded reads can be granted again', async () => {
  const reads = budget('c')
  await reads.acquire({ by: 'refresh', upTo: 20 })
  await reads.refund({ reads: 3, trial: false })
  expect(await reads.acquire({ by: 'refresh', upTo: 20 })).toMatchObject({ reads: 3 })
})

test('a failure that one process reports pauses all processes, and is announced once', async () => {
  const [here, there] = [budget('d'), budget('d')]
  await Promise.all([1, 2, 3].map(() => here.report(FOREVER, false)))
  expect(await there.acquire(USER)).toMatchObject({ kind: 'wait', reason: 'site' })
  expect(await there.state()).toMatchObject({ state: 'backing_off', failureKind: 'rate_limited', failures: 1 })
  expect(here.changes).toMatchObject([{ state: 'backing_off' }])
  expect(there.changes).toEqual([])
})

test('only an answer to the trial read ends a pause', async () => {
  const reads = budget('e')
  await reads.report(down, false)
  await reads.report(null, false)
  expect((await reads.state()).state).toBe('backing_off')

  await database.db
    .updateTable('read_budgets')
    .set({ next_try_at: new Date(0) })
    .where('marketplace', '=', 'e')
    .execute()
  const [first, second] = [await reads.acquire(REFRESH), await reads.acquire(REFRESH)]
  expect([first, second]).toMatchObject([{ trial: true }, { kind: 'wait', reason: 'site' }])
  await reads.report(null, true)
  expect(await reads.state()).toMatchObject({ state: 'ok', failureKind: null, nextTryAt: null, failures: 0 })
  expect(await reads.acquire(REFRESH)).toMatchObject({ trial: false })
})

test('reads and failures of one site leave the budget of another site untouched', async () => {
  const other = budget('bystander')
  await other.acquire({ by: 'refresh', upTo: 5 })
  const reads = budget('busy')
  await reads.acquire(REFRESH)
  await reads.report(FOREVER, false)
  expect(await other.state()).toMatchObject({ state: 'ok', failures: 0, readsLeft: 15 })
})

test('a missing item, an answer of the wrong shape and a refused login do not pause reads', async () => {
  const reads = budget('f')
  for (const kind of ['not_found', 'unexpected_shape', 'unauthorized', 'login_refused'] as const) {
    await reads.report(new SiteError(kind, 'no'), false)
  }
  expect(await reads.state()).toMatchObject({ state: 'ok', failures: 0 })
})

test('an armed snipe may overdraw the budget, and its failures pause all other reads', async () => {
  const reads = budget('g')
  await reads.debit({ reads: 25, failure: FOREVER, answered: true })
  expect(await reads.state()).toMatchObject({ readsLeft: -5, state: 'backing_off' })
})

test('an answer to an armed snipe after the pause counts as a successful trial', async () => {
  const reads = budget('h')
  await reads.report(FOREVER, false)
  const answered = { reads: 1, failure: null, answered: true }
  await reads.debit(answered)
  expect((await reads.state()).state).toBe('backing_off')
  await database.db
    .updateTable('read_budgets')
    .set({ next_try_at: new Date(0) })
    .where('marketplace', '=', 'h')
    .execute()
  await reads.debit({ ...answered, answered: false })
  expect((await reads.state()).state).toBe('backing_off')
  await reads.debit(answered)
  expect((await reads.state()).state).toBe('ok')
})
