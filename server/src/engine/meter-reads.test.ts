import { startAuctionHouse } from '@bidwell/auction-house'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { startSniping } from '../../test/sniping.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { maximumOf } from '../marketplace/maximum.ts'
import { openReadBudget, type UnmeteredReads } from '../marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../platform/clock.ts'
import { meterReads } from './meter-reads.ts'

const HOUR = 3_600_000
const STATE = { state: 'ok', since: null, failureKind: null, failures: 0, nextTryAt: null, readsLeft: 20 } as const

let house: Awaited<ReturnType<typeof startAuctionHouse>>
let site: Marketplace & AsyncDisposable
/** The debits so far. */
let batches: UnmeteredReads[]
let pauseLeftMs: number
const answer = async () => ({ ...STATE, pauseLeftMs })
const budget = {
  state: answer,
  debit: (batch: UnmeteredReads) => {
    batches.push(batch)
    return answer()
  },
}

beforeEach(async () => {
  batches = []
  pauseLeftMs = 0
  house = await startAuctionHouse({ port: 0, sampleItems: false })
  site = shopgoodwill(systemClock, {
    id: 'shopgoodwill',
    name: 'Auction House',
    apiUrl: house.apiUrl,
    homeUrl: house.url,
    itemHosts: [],
  })
})
afterEach(async () => {
  await site[Symbol.asyncDispose]()
  await house[Symbol.asyncDispose]()
})

test('Every read of a snipe is debited, several in one batch, and its bid is not debited', async () => {
  const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds: 60 })
  const auctionId = String(itemId)
  {
    await using meter = meterReads(site, budget, manualClock(0))
    const { marketplace } = meter
    const session = await marketplace.logIn({ username: 'demo', password: 'demo' })
    const { sellerId } = await marketplace.readItem(auctionId, { session })
    await marketplace.sampleClock()
    await using connection = marketplace.openBidConnection(session)
    await connection.readItem(auctionId)
    const bid = connection.prepareBid({ auctionId, sellerId, maximum: maximumOf({ max_bid_cents: 2_500 }) })
    expect(await bid.fire().response).toMatchObject({ kind: 'leading' })
  }
  expect(batches[0]?.reads).toBe(4)
  expect(batches).toHaveLength(1)
  const answers = new Set(batches.flatMap((batch) => [...batch.answers]))
  expect(answers).toEqual(new Set(['log-in', 'clock', auctionId]))
})

test('A debit carries the failure with the longest pause', async () => {
  house.control.addFault({ kind: 'status', status: 503, times: 1 })
  house.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 5, times: 1 })
  {
    await using meter = meterReads(site, budget, systemClock)
    for (let read = 1; read <= 3; read++) await meter.marketplace.sampleClock().catch(() => {})
  }
  expect(batches.flatMap(({ failures }) => [...failures.values()].map(({ kind }) => kind))).toContain('rate_limited')
})

test('A failed read makes the pause of all reads known at once', async () => {
  await using meter = meterReads(site, budget, systemClock)
  expect(meter.pausedUntil()).toBeLessThan(systemClock.monotonic())
  pauseLeftMs = HOUR
  house.control.addFault({ kind: 'status', status: 429, times: 1 })
  await expect(meter.marketplace.sampleClock()).rejects.toMatchObject({ kind: 'rate_limited' })
  await expect.poll(() => meter.pausedUntil(), { interval: 5 }).toBeGreaterThan(systemClock.monotonic() + HOUR - 60_000)
})

test('Reads do not wait for a silent database', async () => {
  const silence = Promise.withResolvers<void>()
  const debited = Promise.withResolvers<void>()
  const debit = async () => {
    debited.resolve()
    await silence.promise
    return answer()
  }
  const meter = meterReads(site, { debit, state: answer }, systemClock)
  await meter.marketplace.sampleClock()
  await debited.promise
  for (let read = 1; read <= 3; read++) await meter.marketplace.sampleClock()
  silence.resolve()
  await meter[Symbol.asyncDispose]()
})

test('An armed snipe waits neither for an empty read budget nor for a pause of all other reads', async () => {
  await using it = await startSniping()
  const { bidId, itemId, endsAt } = await it.snipe({ secondsBeforeEnd: 2, endsInSeconds: 25 })
  const now = it.clock.now()
  await it.db
    .insertInto('read_budgets')
    .values({
      marketplace: 'auction-house',
      tokens: -20,
      refilled_at: new Date(now),
      state: 'backing_off',
      failure_kind: 'rate_limited',
      failures: 3,
      next_try_at: new Date(now + HOUR),
    })
    .execute()
  const reads = openReadBudget({ db: it.db, siteId: 'auction-house', readsPerSecond: 0.001, onChange: () => {} })
  it.house.control.clearReads()
  await using _engine = await it.startEngine()

  await it.until(bidId, ({ executed_at }) => executed_at !== null)
  const [arrival] = it.arrivals(itemId)
  expect(arrival?.firstByteAt).toBeLessThan(endsAt)
  expect(it.house.control.readReads().reads['ItemDetail/GetItemDetailModelByItemId']?.total).toBeGreaterThan(1)
  expect(await reads.state()).toMatchObject({ state: 'backing_off', failures: 3 })
  // Each debit first refills the bucket for the time since the last one, so the bucket is never full.
  const row = await it.db.selectFrom('read_budgets').selectAll().executeTakeFirstOrThrow()
  expect(row.refilled_at.getTime()).toBeGreaterThan(now)
  expect(row.tokens).toBeLessThan(20)
})
