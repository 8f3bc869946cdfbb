import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '../../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { SiteError } from '../site-error.ts'
import { openReadBudget, type SiteState } from './read-budget.ts'
import { shareOf } from './read-share.ts'

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

/** Empties a bucket, as of some time ago. */
const empty = (siteId: string, secondsAgo: number) =>
  database.db
    .updateTable('read_budgets')
    .set({ tokens: 0, refilled_at: new Date(performance.timeOrigin + performance.now() - secondsAgo * 1_000) })
    .where('marketplace', '=', siteId)
    .execute()

test('Requests at the same moment from two processes are granted no more reads than the budget holds', async () => {
  const [here, there] = [budget('a'), budget('a')]
  const asking = Array.from({ length: 30 }, (_, place) => (place % 2 ? here : there).acquire(REFRESH))
  const grants = await Promise.all(asking)
  expect(grants.filter(({ kind }) => kind === 'granted')).toHaveLength(20)
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

test('An armed snipe may overdraw the budget, and its failures pause all other reads', async () => {
  const reads = budget('g')
  await reads.debit({ reads: 25, answers: new Set(['1']), failures: new Map([['2', FOREVER]]) })
  expect(await reads.state()).toMatchObject({ readsLeft: -5, state: 'backing_off' })
})

test('An answer to an armed snipe after the pause counts as a successful trial', async () => {
  const reads = budget('h')
  await reads.report(FOREVER, ITEM)
  const answered = { reads: 1, answers: new Set(['1']), failures: new Map() }
  await reads.debit(answered)
  expect((await reads.state()).state).toBe('backing_off')
  await database.db
    .updateTable('read_budgets')
    .set({ next_try_at: new Date(0) })
    .where('marketplace', '=', 'h')
    .execute()
  await reads.debit({ ...answered, answers: new Set() })
  expect((await reads.state()).state).toBe('backing_off')
  await reads.debit(answered)
  expect((await reads.state()).state).toBe('ok')
})

test('One account uses up its share, while another account and refreshes still get reads', async () => {
  const ids = await Promise.all([anAccount(), anAccount()])
  const reads = budget('i')
  const ask = (accountId: number) => reads.acquire({ by: 'user', accountId, item: '1' })
  const grants = await Promise.all(Array.from({ length: 15 }, () => ask(ids[0])))
  expect(grants.filter(({ kind }) => kind === 'granted')).toHaveLength(5)
  const [refused] = grants.filter((grant) => grant.kind === 'wait')
  expect(refused).toMatchObject({ reason: 'budget' })
  expect(await ask(ids[1])).toMatchObject({ kind: 'granted' })
  expect(await reads.acquire({ by: 'refresh', upTo: 20 })).toMatchObject({ reads: 14 })
})

test('Strangers without a verified address share what is left while a verified account reads', async () => {
  const strangers = await Promise.all([anAccount(), anAccount(), anAccount()])
  const verified = await anAccount()
  await database.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(0) })
    .where('id', '=', verified)
    .execute()
  const reads = budget('k')
  const ask = (accountId: number) => reads.acquire({ by: 'user', accountId, item: '1' })
  for (const stranger of strangers) for (let asked = 0; asked < 5; asked += 1) await ask(stranger)
  const granted = await Promise.all(Array.from({ length: 5 }, () => ask(verified)))
  expect(granted.map(({ kind }) => kind)).toEqual(Array<string>(5).fill('granted'))
  const [slow, quick] = [await ask(strangers[0]), await ask(verified)]
  if (slow.kind !== 'wait' || quick.kind !== 'wait') throw new Error('A share is larger than it may be')
  expect(slow.waitMs / quick.waitMs).toBeGreaterThan(3)
})

test('An item that the site does not have costs its reader as much as four', async () => {
  const [guesser, other] = [await anAccount(), await anAccount()]
  const reads = budget('l')
  const kindOf = async (accountId: number) => (await reads.acquire({ by: 'user', accountId, item: '1' })).kind
  expect(await kindOf(guesser)).toBe('granted')
  await reads.chargeUnknownItem(guesser)
  expect([await kindOf(guesser), await kindOf(guesser), await kindOf(other)]).toEqual(['granted', 'wait', 'granted'])
})

test('The shares of all readers are never more than the budget, and never larger for the unverified', () => {
  const count = fc.nat({ max: 500 })
  fc.assert(
    fc.property(count, count, (verified, unverified) => {
      const ofVerified = verified > 0 ? shareOf(true, { verified: verified - 1, unverified }) : 0
      const ofUnverified = unverified > 0 ? shareOf(false, { verified, unverified: unverified - 1 }) : 0
      expect(verified * ofVerified + unverified * ofUnverified).toBeLessThanOrEqual(1 + 1e-9)
      expect(Math.max(ofVerified, ofUnverified)).toBeLessThanOrEqual(1 / 4)
      if (verified > 0) expect(ofUnverified).toBeLessThan(ofVerified)
    }),
  )
})

test('An item that fails is paused alone, ever longer, until it is shown again', async () => {
  const accountId = await anAccount()
  const [here, there] = [budget('j', 1_000), budget('j', 1_000)]
  const ask = (item: string) => there.acquire({ by: 'user', accountId, item })
  await here.report(down, { item: 'bad', trial: false })
  const [first, other] = [await ask('bad'), await ask('good')]
  await here.report(down, { item: 'bad', trial: false })
  await here.report(down, { item: 'bad', trial: false })
  expect(await there.state()).toMatchObject({ state: 'ok', failures: 0 })
  expect([first, other]).toMatchObject([{ kind: 'wait', reason: 'item' }, { kind: 'granted' }])
  const third = await ask('bad')
  expect(third.kind === 'wait' && third.waitMs).toBeGreaterThan(2_500)
  await here.report(null, { item: 'bad', trial: false })
  expect(await ask('bad')).toMatchObject({ kind: 'granted' })
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
