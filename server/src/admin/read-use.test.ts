import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Administered, startAdministered } from '../../test/appoint.ts'
import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { startStoringUse } from '../marketplace/rate-limiting/start-storing-use.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { systemClock } from '../platform/clock.ts'

const HOUR_MS = 3_600_000

let bidding: Administered
beforeAll(async () => {
  bidding = await startAdministered({ readsPerSecond: 5 })
})
afterAll(() => bidding[Symbol.asyncDispose]())

const read = async () => (await bidding.api.call(api.listReadUse, { token: bidding.admin.token })).body.data
const openBudget = (siteId: string) => openReadBudget({ db: bidding.db, siteId, readsPerSecond: 5, onChange: () => {} })

/** Stores what a process has counted, as it does when it ends. */
async function store({ tally }: ReturnType<typeof openBudget>, siteId: string, db = bidding.db) {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  await startStoringUse({ db, clock: systemClock, siteId, tally, onError })[Symbol.asyncDispose]()
  return errors
}
const totals = (use: Awaited<ReturnType<typeof read>>) =>
  (['people', 'schedule', 'bids'] as const).map((name) => use.hours.reduce((sum, hour) => sum + hour[name], 0))

test('The reads of several processes add up by whom they were for, without those that were given back', async () => {
  const siteId = bidding.site.id
  const before = totals(await read())
  const [one, other] = [openBudget(siteId), openBudget(siteId)]
  const { accountId } = await bidding.api.signUp()
  await one.acquire({ by: 'user', accountId, item: '1' })
  await one.acquire({ by: 'refresh', upTo: 4 })
  await one.refund({ reads: 1, trial: false })
  await other.debit({ reads: 7, answers: new Set(), failures: new Map() })
  expect(totals(await read())).toEqual(before)
  expect([await store(one, siteId), await store(other, siteId), await store(other, siteId)]).toEqual([[], [], []])
  const use = await read()
  expect(totals(use).map((total, index) => total - (before[index] ?? 0))).toEqual([1, 3, 7])
  expect([use.reads_per_hour, use.hours.length]).toEqual([18_000, 48])
  expect(Date.parse(use.hours.at(-1)!.begins_at)).toBe(Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
})

test('What could not be stored is kept, and stored later', async () => {
  const budget = openBudget('elsewhere')
  await budget.debit({ reads: 3, answers: new Set(), failures: new Map() })
  const counted = structuredClone(budget.tally.take())
  budget.tally.putBack(counted)
  await sql`alter table read_use rename to away`.execute(bidding.db)
  expect(await store(budget, 'elsewhere')).not.toEqual([])
  await sql`alter table away rename to read_use`.execute(bidding.db)
  expect(await store(budget, 'elsewhere')).toEqual([])
  const rows = await bidding.db.selectFrom('read_use').select('bids').where('marketplace', '=', 'elsewhere').execute()
  expect(rows).toEqual([{ bids: 3 }])
})

/** How long reads were paused in the two hours before this one, ms. */
const paused = async () => (await read()).hours.slice(-3, -1).map(({ paused_ms }) => paused_ms)

test('A pause of the reads counts in each hour that it lasted, while it lasts and once when it is over', async () => {
  const siteId = bidding.site.id
  const budget = openBudget(siteId)
  const error = new SiteError('rate_limited', 'Too many requests')
  await budget.report(error, { item: '1', trial: false })
  await sql`update read_budgets set state_since = date_trunc('hour', now()) - interval '90 min', next_try_at = now()
             where marketplace = ${siteId}`.execute(bidding.db)
  expect(await paused()).toEqual([HOUR_MS / 2, HOUR_MS])
  await budget.report(null, { item: '1', trial: true })
  expect(await paused()).toEqual([0, 0])
  await store(budget, siteId)
  expect(await paused()).toEqual([HOUR_MS / 2, HOUR_MS])
})
