import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '../../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { SiteError } from '../site-error.ts'
import { KEPT_FOR_USERS } from './bucket.ts'
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
const ITEM = { item: '1', trial: false }
const down = new SiteError('unavailable', 'no')
const FOREVER = new SiteError('rate_limited', 'no', { retryAfterMs: 3_600_000 })

/** Takes out of a bucket what refreshes may have, as of some time ago. */
const empty = (siteId: string, secondsAgo: number) =>
  database.db
    .updateTable('read_budgets')
    .set({
      tokens: KEPT_FOR_USERS,
      refilled_at: new Date(performance.timeOrigin + performance.now() - secondsAgo * 1_000),
    })
    .where('marketplace', '=', siteId)
    .execute()

test('Requests at the same moment from two processes are granted no more reads than the budget holds', async () => {
  const [here, there] = [budget('a'), budget('a')]
  const asking = Array.from({ length: 30 }, (_, place) => (place % 2 ? here : there).acquire(REFRESH))
  const grants = await Promise.all(asking)
  expect(grants.filter(({ kind }) => kind === 'granted')).toHaveLength(20 - KEPT_FOR_USERS)
  const waits = grants.flatMap((grant) => (grant.kind === 'wait' ? grant.waitMs : []))
  expect(Math.min(...waits)).toBeGreaterThan(900_000)
})

test('The budget refills with time, up to its burst', async () => {
  const reads = budget('b', 5)
  await reads.acquire({ by: 'refresh', upTo: 20 })
  await empty('b', 1)
  expect(await reads.acquire(REFRESH)).toMatchObject({ reads: 1 })
  await empty('b', 3_600)
  expect((await reads.state()).readsLeft).toBe(20)
})

test('Refunded reads can be granted again', async () => {
  const reads = budget('c')
  await reads.acquire({ by: 'refresh', upTo: 20 })
  await reads.refund({ reads: 3, trial: false })
  expect(await reads.acquire({ by: 'refresh', upTo: 20 })).toMatchObject({ reads: 3 })
})

test('A failure that one process reports pauses all processes, and is announced once', async () => {
  const [here, there] = [budget('d'), budget('d')]
  await Promise.all([1, 2, 3].map(() => here.report(FOREVER, ITEM)))
  expect(await there.acquire(REFRESH)).toMatchObject({ kind: 'wait', reason: 'site' })
  expect(await there.state()).toMatchObject({ state: 'backing_off', failureKind: 'rate_limited', failures: 1 })
  expect(here.changes).toMatchObject([{ state: 'backing_off' }])
  expect(there.changes).toEqual([])
})

test('Only an answer to the trial read ends a pause', async () => {
  const reads = budget('e')
  await reads.report(FOREVER, ITEM)
  await reads.report(null, ITEM)
  expect((await reads.state()).state).toBe('backing_off')

  await database.db
    .updateTable('read_budgets')
    .set({ next_try_at: new Date(0) })
    .where('marketplace', '=', 'e')
    .execute()
  const [first, second] = [await reads.acquire(REFRESH), await reads.acquire(REFRESH)]
  expect([first, second]).toMatchObject([{ trial: true }, { kind: 'wait', reason: 'site' }])
  await reads.report(null, { item: '1', trial: true })
  expect(await reads.state()).toMatchObject({ state: 'ok', failureKind: null, nextTryAt: null, failures: 0 })
  expect(await reads.acquire(REFRESH)).toMatchObject({ trial: false })
})

test('Reads and failures of one site leave the budget of another site untouched', async () => {
  const other = budget('bystander')
  await other.acquire({ by: 'refresh', upTo: 5 })
  const reads = budget('busy')
  await reads.acquire(REFRESH)
  await reads.report(FOREVER, ITEM)
  expect(await other.state()).toMatchObject({ state: 'ok', failures: 0, readsLeft: 15 })
})

test('A missing item, an answer of the wrong shape and a refused login do not pause reads', async () => {
  const reads = budget('f')
  for (const kind of ['not_found', 'unexpected_shape', 'unauthorized', 'login_refused'] as const) {
    for (const item of ['1', '2']) await reads.report(new SiteError(kind, 'no'), { item, trial: false })
  }
  expect(await reads.state()).toMatchObject({ state: 'ok', failures: 0 })
})

test('A refusal of an armed snipe pauses all other reads, and its answer after the pause ends it', async () => {
  const reads = budget('h')
  const answer = { answered: true, failures: new Map() }
  await reads.hear({ answered: true, failures: new Map([['2', FOREVER]]) })
  expect(await reads.hear(answer)).toMatchObject({ readsLeft: 20, state: 'backing_off' })
  await database.db
    .updateTable('read_budgets')
    .set({ next_try_at: new Date(0) })
    .where('marketplace', '=', 'h')
    .execute()
  expect(await reads.hear({ ...answer, answered: false })).toMatchObject({ state: 'backing_off' })
  expect(await reads.hear(answer)).toMatchObject({ state: 'ok' })
})

test('One account uses up its share, while another account and refreshes still get reads', async () => {
  const ids = await Promise.all([anAccount(), anAccount()])
  const reads = budget('i')
  const ask = (accountId: number) => reads.acquire({ by: 'user', accountId })
  const grants = await Promise.all(Array.from({ length: 15 }, () => ask(ids[0])))
  expect(grants.filter(({ kind }) => kind === 'granted')).toHaveLength(5)
  const [refused] = grants.filter((grant) => grant.kind === 'wait')
  expect(refused).toMatchObject({ reason: 'budget' })
  expect(await ask(ids[1])).toMatchObject({ kind: 'granted' })
  expect(await reads.acquire({ by: 'refresh', upTo: 20 })).toMatchObject({ reads: 14 - KEPT_FOR_USERS })
})

test('Refreshes that an account asks for are planned one after the other, and leave what its owner looks up alone', async () => {
  const accountId = await anAccount()
  const reads = budget('l', 1)
  const plan = (count: number) =>
    database.db.transaction().execute(async (tx) => (await reads.lockRefreshes(tx, accountId)).take(count))
  expect(await plan(7)).toEqual([0, 0, 0, 0, 0, 4_000, 8_000])
  const [next] = await plan(1)
  expect(next).toBeGreaterThan(11_000)
  expect(next).toBeLessThanOrEqual(12_000)
  expect(await reads.acquire({ by: 'user', accountId })).toMatchObject({ kind: 'granted' })
})

test('Two different items that fail in a row pause all reads, and an answer in between prevents that', async () => {
  const reads = budget('k')
  await reads.report(down, { item: '1', trial: false })
  await reads.report(null, { item: '3', trial: false })
  await reads.report(down, { item: '2', trial: false })
  expect((await reads.state()).state).toBe('ok')
  await reads.report(down, { item: '4', trial: false })
  expect(await reads.state()).toMatchObject({ state: 'backing_off', failures: 1 })
})

const anAccount = () => insertAccount(database.db, new Date(0))
