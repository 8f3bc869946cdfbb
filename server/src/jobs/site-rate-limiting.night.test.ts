import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { writeReading } from '../auctions/listings/write-readings.ts'
import { generateKeys } from '../config/keys.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const READS = 'ItemDetail/GetItemDetailModelByItemId'
const BURST = 20
const READS_PER_SECOND = 5
const SECOND_MS = 1_000
const HOUR_S = 3_600
/** The reads that two processes may have in flight. */
const IN_FLIGHT = 2 * 8

let bidding: Bidding

beforeEach(async () => {
  bidding = await startBidding({ readsPerSecond: READS_PER_SECOND })
})
afterEach(() => bidding[Symbol.asyncDispose]())

/** Starts a jobs process at the same site and database. */
function spawnJobs(readsPerSecond: number): AsyncDisposable {
  const jobs = spawn(process.execPath, [MAIN, 'jobs'], {
    env: {
      ...generateKeys(),
      PATH: process.env['PATH'],
      DATABASE_URL: bidding.api.databaseUrl,
      MARKETPLACE: 'shopgoodwill',
      SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true',
      STAND_INS: `site=${bidding.house.apiUrl}`,
      SITE_READS_PER_SECOND: String(readsPerSecond),
      LOG_LEVEL: 'silent',
    },
    stdio: 'inherit',
  })
  const ended = once(jobs, 'exit')
  return {
    async [Symbol.asyncDispose]() {
      jobs.kill('SIGKILL')
      await ended
    },
  }
}

/** Makes tracked listings that are due, each ending a minute after the previous one; returns their item ids. */
async function dueListings(count: number): Promise<number[]> {
  const { accountId } = await bidding.bidder()
  const places = Array.from({ length: count }, (_, place) => place)
  // Inserted in an order that differs from the order of their ends.
  const mixed = places.toSorted((a, b) => ((a * 7) % 13) - ((b * 7) % 13))
  const items = new Map<number, number>()
  const now = systemClock.now()
  for (const place of mixed) {
    const { itemId, auctionId } = bidding.listItem({ endsInSeconds: 2 * HOUR_S + place * 60 })
    const reading = await bidding.site.readItem(auctionId)
    await bidding.db.transaction().execute(async (tx) => {
      const listing = await writeReading(tx, bidding.site.id, reading, now)
      const dates = { created_at: new Date(now), updated_at: new Date(now) }
      await tx
        .insertInto('tracked_auctions')
        .values({ account_id: accountId, listing_id: listing.id, ...dates })
        .execute()
    })
    items.set(place, itemId)
  }
  await bidding.db
    .updateTable('listings')
    .set({ next_check_at: new Date(now - SECOND_MS) })
    .execute()
  bidding.house.control.clearReads()
  return places.map((place) => items.get(place) ?? 0)
}

type Sample = { at: number; total: number; read: ReadonlySet<number> }

/** Samples the auction house's count of reads every few milliseconds, until disposed. */
function watchHouse() {
  const samples: Sample[] = []
  const sample = () => {
    const counted = bidding.house.control.readReads().reads[READS]
    const items = Object.keys(counted?.items ?? {}).map(Number)
    samples.push({ at: performance.now(), total: counted?.total ?? 0, read: new Set(items) })
  }
  sample()
  const sampling = setInterval(sample, 10)
  return {
    samples,
    until: (isSo: (sample: Sample) => boolean) =>
      pollUntil(systemClock, async () => samples.find(isSo) ?? null, { everyMs: 20, forMs: 60 * SECOND_MS }),
    [Symbol.dispose]: () => clearInterval(sampling),
  }
}

test('Two jobs processes stay within the read budget, serve people first, and then the listings that end soonest', async () => {
  const items = await dueListings(80)
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => bidding.bidder()))
  const auctions = people.map(() => bidding.listItem())
  using house = watchHouse()
  await using _one = spawnJobs(READS_PER_SECOND)
  await using _two = spawnJobs(READS_PER_SECOND)

  await house.until(({ total }) => total >= BURST + READS_PER_SECOND)
  const before = house.samples.at(-1)?.total ?? 0
  const answers = await Promise.all(
    people.map(({ token }, place) => {
      const body = { url: auctions[place]?.auctionId ?? '' }
      return bidding.api.call(api.scrapeAuction, { token, body })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
  const served = await house.until(({ read }) => auctions.every(({ itemId }) => read.has(itemId)))
  // Reads that were granted before the people called may still have been in flight.
  expect((served?.total ?? Infinity) - before).toBeLessThanOrEqual(people.length + IN_FLIGHT)

  await house.until(({ total }) => total >= 45)
  const places = new Map(items.map((itemId, place) => [itemId, place]))
  for (const { read } of house.samples) {
    const last = Math.max(0, ...[...read].map((itemId) => places.get(itemId) ?? 0))
    expect(last).toBeLessThan(read.size + IN_FLIGHT)
  }
  const [start, ...later] = house.samples
  expect(excess(start!, later)).toBeLessThanOrEqual(0)
  for (const [index, sample] of later.entries()) {
    expect(excess(sample, later.slice(index + 1))).toBeLessThanOrEqual(IN_FLIGHT)
  }
})

test('After a Retry-After of three seconds, neither of two jobs processes reads earlier', async () => {
  await dueListings(20)
  // One read in the budget, so that no other is in flight when the site answers; and plenty after that.
  await bidding.ctx.readBudget.acquire({ by: 'refresh', upTo: BURST - 1 })
  // However long a process takes to start, the budget holds no second one by then.
  await sql`update read_budgets set refilled_at = refilled_at + interval '1 hour'`.execute(bidding.db)
  bidding.house.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 3, times: 1 })
  using house = watchHouse()
  await using _one = spawnJobs(0.1)
  const isBackingOff = async () => (await bidding.ctx.readBudget.state()).state
  await expect.poll(isBackingOff, { interval: 20 }).toBe('backing_off')
  await using _two = spawnJobs(0.1)
  await bidding.db.updateTable('read_budgets').set({ tokens: BURST }).execute()

  const second = await house.until(({ total }) => total >= 2)
  const lastBefore = house.samples.findLast(({ total }) => total === 0)
  // The longest time that can have passed between the two reads, however late the samples were taken.
  expect((second?.at ?? 0) - (lastBefore?.at ?? 0)).toBeGreaterThan(3 * SECOND_MS)
  const siteOf = async () => (await bidding.api.call(api.readHealth)).body.data.site
  await expect.poll(siteOf).toMatchObject({ state: 'ok', because: null, next_try_at: null })
})

/** The most reads after `first` beyond the budget: a full bucket, and its refill in the time between the samples. */
const excess = (first: Sample, later: readonly Sample[]) =>
  Math.max(
    0,
    ...later.map(
      ({ at, total }) => total - first.total - BURST - Math.ceil(((at - first.at) / SECOND_MS) * READS_PER_SECOND),
    ),
  )
