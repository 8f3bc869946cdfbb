import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../../test/manual-clock.ts'
import { startSniping } from '../../test/sniping.ts'
import { startRefreshing } from '../jobs/start-refreshing.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { systemClock } from '../platform/clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY_S = 86_400
const HALF_ROUND_TRIP_MS = 80
const QUIET_QUERIES = 80
const CLOCK = 'Dashboard/GetCurrentTime'

type World = Awaited<ReturnType<typeof startSniping>>

/** All requests to the auction house so far, apart from bids. */
const requestsTo = ({ house }: World) =>
  Object.values(house.control.readReads().reads).reduce((sum, { total }) => sum + total, 0)

const clockReadsOf = ({ house }: World) => house.control.readReads().reads[CLOCK]?.total ?? 0

/**
 * Moves the clock on in steps. The queries and requests of a step take real time, so the next step waits until no further
 * request arrives while several queries are answered.
 */
async function letPass(it: World, clock: ManualClock, ms: number, stepMs: number, onStep = () => {}) {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await clock.advanceBy(stepMs)
    for (let queries = 0, seen = requestsTo(it); queries < QUIET_QUERIES; queries++) {
      await sql`select 1`.execute(it.db)
      if (requestsTo(it) === seen) continue
      seen = requestsTo(it)
      queries = 0
    }
    onStep()
  }
}

/** Widens each sample of the clock by a round trip of 160 ms. */
const farAway = (client: Marketplace): Marketplace => ({
  ...client,
  async sampleClock(signal) {
    const { sentAt, receivedAt, ...sample } = await client.sampleClock(signal)
    return { ...sample, sentAt: sentAt - HALF_ROUND_TRIP_MS, receivedAt: receivedAt + HALF_ROUND_TRIP_MS }
  },
})

test('With one auction that ends in a day, an installation sends at most four requests to a far site in ten minutes', async () => {
  const clock = manualClock(systemClock.now())
  await using it = await startSniping({ clock, marketplace: farAway })
  await it.snipe({ endsInSeconds: DAY_S })
  await it.db
    .updateTable('listings')
    .set({ next_check_at: new Date(0) })
    .execute()
  it.house.control.clearReads()
  const reading = { db: it.db, clock, marketplace: it.marketplace, readBudget: it.readBudget }
  await using _first = await it.startEngine()
  await using _refreshing = startRefreshing({ ...reading, onError: (error) => expect(error).toBeUndefined() })

  await letPass(it, clock, 10 * MINUTE, 10 * SECOND)
  expect(requestsTo(it)).toBeLessThanOrEqual(4)
  expect(clockReadsOf(it)).toBeGreaterThan(0)

  // A second engine relies on the measurement of the first one.
  const before = clockReadsOf(it)
  await using _second = await it.startEngine()
  // In steps that a query of the new engine outlives: its time limit is on this clock.
  await letPass(it, clock, 2 * MINUTE, SECOND)
  expect(clockReadsOf(it)).toBe(before)
  const { uncertainty_ms } = await it.db.selectFrom('site_clocks').selectAll().executeTakeFirstOrThrow()
  // The site gives whole seconds, and the few samples need not come close to a second's edge.
  expect(uncertainty_ms).toBeLessThan(2_000)
})

test('Two hundred snipes of one moment send at most five requests a second until half a minute before it', async () => {
  const clock = manualClock(systemClock.now())
  await using it = await startSniping({ clock })
  const endsInSeconds = 200
  const bids = []
  for (let count = 0; count < 200; count++) bids.push(await it.snipe({ endsInSeconds, secondsBeforeEnd: 5 }))
  it.house.control.clearReads()
  await using _engine = await it.startEngine()

  // The clock stood still while the snipes were made.
  const untilShotMs = (endsInSeconds - 5) * SECOND
  await letPass(it, clock, untilShotMs - 95 * SECOND, 10 * SECOND)
  const totals = [requestsTo(it)]
  await letPass(it, clock, 65 * SECOND, SECOND, () => totals.push(requestsTo(it)))
  // Over two seconds each, since on a busy machine a request may arrive a step late.
  const inTwoSeconds = totals.slice(2).map((total, at) => total - (totals[at] ?? 0))
  expect(Math.max(...inTwoSeconds)).toBeLessThanOrEqual(2 * 5)

  const armed = await it.db.selectFrom('bid_events').select('bid_id').where('kind', '=', 'armed').execute()
  expect(armed.length).toBeGreaterThanOrEqual(bids.length - 5)
})
