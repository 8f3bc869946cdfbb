import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readHealth, scrapeAuction } from '@bidwell/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { writeReading } from '../auctions/listings/write-readings.ts'
import { systemClock } from '../platform/clock.ts'
import { generateKeys } from '../platform/keys.ts'
import { pollUntil } from '../platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const READS = 'ItemDetail/GetItemDetailModelByItemId'
const BURST = 20
const SECOND = 1_000
const HOUR_S = 3_600
/** What two processes may read at once. */
const ON_THEIR_WAY = 2 * 8

let bidding: Bidding

beforeEach(async () => {
  bidding = await startBidding({ readsPerSecond: 5 })
})
afterEach(() => bidding[Symbol.asyncDispose]())

/** The background as a process of its own, at the same site and database. */
function spawnJobs(readsPerSecond: number): AsyncDisposable {
  const jobs = spawn(process.execPath, [MAIN, 'jobs'], {
    env: {
      ...generateKeys(),
      PATH: process.env['PATH'],
      DATABASE_URL: bidding.api.databaseUrl,
      MARKETPLACE: 'shopgoodwill',
      SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true',
      SHOPGOODWILL_API_URL: bidding.house.apiUrl,
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

/** Listings that somebody tracks and that are due, each ending a minute after the one before; answers their items. */
async function dueListings(count: number): Promise<number[]> {
  const { accountId } = await bidding.bidder()
  const places = Array.from({ length: count }, (_, place) => place)
  // Written in an order that has nothing to do with the ends.
  const mixed = places.toSorted((a, b) => ((a * 7) % 13) - ((b * 7) % 13))
  const items = new Map<number, number>()
  const now = systemClock.now()
  for (const place of mixed) {
    const { itemId, auctionId } = bidding.lot({ endsInSeconds: 2 * HOUR_S + place * 60 })
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
    .set({ next_check_at: new Date(now - SECOND) })
    .execute()
  bidding.house.control.clearReads()
  return places.map((place) => items.get(place) ?? 0)
}

type Look = { at: number; total: number; read: ReadonlySet<number> }

/** Looks at the house's own count every few milliseconds until disposed. */
function watchHouse() {
  const looks: Look[] = []
  const look = () => {
    const counted = bidding.house.control.readReads().reads[READS]
    const items = Object.keys(counted?.items ?? {}).map(Number)
    looks.push({ at: performance.now(), total: counted?.total ?? 0, read: new Set(items) })
  }
  const looking = setInterval(look, 10)
  return {
    looks,
    seen: (isSo: (look: Look) => boolean, forMs = 60 * SECOND) =>
      pollUntil(systemClock, async () => looks.find(isSo) ?? null, { everyMs: 20, forMs }),
    [Symbol.dispose]: () => clearInterval(looking),
  }
}

test('with much more due than may be read, people go first, then what ends soonest, and never too much at once', async () => {
  const items = await dueListings(200)
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => bidding.bidder()))
  const wanted = people.map(() => bidding.lot())
  using house = watchHouse()
  await using _one = spawnJobs(5)
  await using _two = spawnJobs(5)

  await house.seen(({ total }) => total >= BURST + 5)
  const before = house.looks.at(-1)?.total ?? 0
  const answers = await Promise.all(
    people.map(({ token }, place) => {
      const body = { url: wanted[place]?.auctionId ?? '' }
      return bidding.api.call(scrapeAuction, { token, body })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
  const served = house.looks.find(({ read }) => wanted.every(({ itemId }) => read.has(itemId)))
  // What the two had been granted before anybody asked may still have been on its way.
  expect((served?.total ?? Infinity) - before).toBeLessThanOrEqual(people.length + ON_THEIR_WAY)

  await house.seen(({ total }) => total >= 50)
  const places = new Map(items.map((itemId, place) => [itemId, place]))
  for (const { read } of house.looks) {
    const last = Math.max(0, ...[...read].map((itemId) => places.get(itemId) ?? 0))
    expect(last).toBeLessThan(read.size + ON_THEIR_WAY)
  }
  expect(mostInAnySecond(house.looks)).toBeLessThanOrEqual(BURST + 5)
}, 90_000)

test('asked to come back in five seconds, neither of two processes reads before that', async () => {
  await dueListings(20)
  // One, so that none is on its way when the site says so; and then plenty.
  await bidding.deps.readBudget.acquire({ by: 'refresh', upTo: BURST - 1 })
  bidding.house.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 5, times: 1 })
  using house = watchHouse()
  await using _one = spawnJobs(0.1)
  await using _two = spawnJobs(0.1)
  const isBackingOff = async () => (await bidding.deps.readBudget.state()).state
  await expect.poll(isBackingOff, { timeout: 30 * SECOND, interval: 20 }).toBe('backing_off')
  await bidding.db.updateTable('read_budgets').set({ tokens: BURST }).execute()

  const second = await house.seen(({ total }) => total >= 2)
  const first = house.looks.find(({ total }) => total === 1)
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(5 * SECOND - latenessOf(house.looks))
  const siteOf = async () => (await bidding.api.call(readHealth)).body.data.site
  await expect.poll(siteOf, { timeout: 30 * SECOND }).toMatchObject({ state: 'ok', because: null, next_try_at: null })
}, 90_000)

/** By how much the longest of our looks at the house was apart from the next. */
const latenessOf = (looks: readonly Look[]) =>
  Math.max(...looks.slice(1).map(({ at }, place) => at - (looks[place]?.at ?? at)))

/** The most that the house counted within a second; a look that came late may have let a little more come together. */
function mostInAnySecond(looks: readonly Look[]): number {
  const lateness = latenessOf(looks)
  const counts = looks.map((first) => {
    const last = looks.findLast(({ at }) => at <= first.at + SECOND - lateness)
    return (last?.total ?? 0) - first.total
  })
  return Math.max(...counts)
}
