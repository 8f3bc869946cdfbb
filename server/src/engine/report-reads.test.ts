import { startAuctionHouse } from '@bidwell/auction-house'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { startSniping } from '../../test/sniping.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { maximumOf } from '../marketplace/maximum.ts'
import { openReadBudget, type OwnReads } from '../marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../platform/clock.ts'
import { reportReads } from './report-reads.ts'

const HOUR = 3_600_000
const STATE = { state: 'ok', since: null, failureKind: null, failures: 0, nextTryAt: null, readsLeft: 20 } as const

let house: Awaited<ReturnType<typeof startAuctionHouse>>
let site: Marketplace & AsyncDisposable
/** What the budget has heard so far. */
let batches: OwnReads[]
let pauseLeftMs: number
const answer = async () => ({ ...STATE, pauseLeftMs })
const budget = {
  hear: (batch: OwnReads) => {
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

test('The budget hears once that the site answers the reads of a snipe', async () => {
  const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds: 60 })
  const auctionId = String(itemId)
  {
    await using reads = reportReads(site, budget, manualClock(0))
    const { marketplace } = reads
    const session = await marketplace.logIn({ username: 'demo', password: 'demo' })
    const { sellerId } = await marketplace.readItem(auctionId, { session })
    await using connection = marketplace.openBidConnection(session)
    await connection.readItem(auctionId)
    const bid = connection.prepareBid({ auctionId, sellerId, maximum: maximumOf({ max_bid_cents: 2_500 }) })
    expect(await bid.fire().response).toMatchObject({ kind: 'leading' })
  }
  expect(batches.filter(({ answered }) => answered)).toEqual([{ answered: true, failures: new Map() }])
})

test('Of several failures the budget hears the one with the longest pause', async () => {
  house.control.addFault({ kind: 'status', status: 503, times: 1 })
  house.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 5, times: 1 })
  {
    await using reads = reportReads(site, budget, systemClock)
    for (let read = 1; read <= 3; read++) await reads.marketplace.sampleClock().catch(() => {})
  }
  expect(batches.flatMap(({ failures }) => [...failures.values()].map(({ kind }) => kind))).toContain('rate_limited')
})

test('A failed read makes the pause of all reads known at once', async () => {
  await using reads = reportReads(site, budget, systemClock)
  expect(reads.pausedUntil()).toBeLessThan(systemClock.monotonic())
  pauseLeftMs = HOUR
  house.control.addFault({ kind: 'status', status: 429, times: 1 })
  await expect(reads.marketplace.sampleClock()).rejects.toMatchObject({ kind: 'rate_limited' })
  await expect.poll(() => reads.pausedUntil(), { interval: 5 }).toBeGreaterThan(systemClock.monotonic() + HOUR - 60_000)
})

test('Reads do not wait for a silent database', async () => {
  const silence = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const hear = async () => {
    asked.resolve()
    await silence.promise
    return answer()
  }
  const reads = reportReads(site, { hear }, systemClock)
  await reads.marketplace.sampleClock()
  await asked.promise
  for (let read = 1; read <= 3; read++) await reads.marketplace.sampleClock()
  silence.resolve()
  await reads[Symbol.asyncDispose]()
})

test('An armed snipe waits neither for an empty read budget nor for a pause of all other reads', async () => {
  await using it = await startSniping()
  const { bidId, itemId, endsAt } = await it.snipe({ secondsBeforeEnd: 2, endsInSeconds: 25 })
  const now = it.clock.now()
  await it.db
    .insertInto('read_budgets')
    .values({
      marketplace: 'auction-house',
      tokens: 0,
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
})
