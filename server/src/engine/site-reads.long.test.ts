import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { startRefreshing } from '../jobs/start-refreshing.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY_S = 86_400
const HALF_ROUND_TRIP_MS = 80
const CLOCK = 'Dashboard/GetCurrentTime'

type World = Awaited<ReturnType<typeof startSniping>>

/** All requests to the auction house so far, apart from bids. */
const requestsTo = ({ house }: World) =>
  Object.values(house.control.readReads().reads).reduce((sum, { total }) => sum + total, 0)

const clockReadsOf = ({ house }: World) => house.control.readReads().reads[CLOCK]?.total ?? 0

/** Widens each sample of the clock by a round trip of 160 ms. */
const farAway = (client: Marketplace): Marketplace => ({
  ...client,
  async sampleClock(signal) {
    const { sentAt, receivedAt, ...sample } = await client.sampleClock(signal)
    return { ...sample, sentAt: sentAt - HALF_ROUND_TRIP_MS, receivedAt: receivedAt + HALF_ROUND_TRIP_MS }
  },
})

test('With one auction that ends in a day, an installation sends at most four requests to a far site in ten minutes', async () => {
  await using it = await startSniping({ marketplace: farAway })
  const { clock } = it
  await it.snipe({ endsInSeconds: DAY_S })
  await it.db
    .updateTable('listings')
    .set({ next_check_at: new Date(0) })
    .execute()
  it.house.control.clearReads()
  await using _first = await it.startEngine()
  await using _refreshing = startRefreshing(it.ctx, (error) => expect(error).toBeUndefined())

  await clock.pass(10 * MINUTE)
  expect(requestsTo(it)).toBeLessThanOrEqual(4)
  expect(clockReadsOf(it)).toBeGreaterThan(0)

  // A second engine relies on the measurement of the first one.
  const before = clockReadsOf(it)
  await using _second = await it.startEngine()
  await clock.pass(2 * MINUTE)
  expect(clockReadsOf(it)).toBe(before)
  const { uncertainty_ms } = await it.db.selectFrom('site_clocks').selectAll().executeTakeFirstOrThrow()
  // The site gives whole seconds, and the few samples need not come close to a second's edge.
  expect(uncertainty_ms).toBeLessThan(2_000)
})

test('Sixty snipes of one moment send at most five requests a second until half a minute before it', async () => {
  await using it = await startSniping()
  const bids = []
  for (let count = 0; count < 60; count++) bids.push(await it.snipe({ endsInSeconds: 200, secondsBeforeEnd: 5 }))
  it.house.control.clearReads()
  await using _engine = await it.startEngine()

  await it.clock.pass(bids[0]!.endsAt - 100 * SECOND - it.clock.now())
  const totals = [requestsTo(it)]
  for (let second = 0; second < 65; second++) {
    await it.clock.pass(SECOND)
    totals.push(requestsTo(it))
  }
  // Over two seconds each, since a request may arrive a second late.
  const inTwoSeconds = totals.slice(2).map((total, at) => total - (totals[at] ?? 0))
  expect(Math.max(...inTwoSeconds)).toBeLessThanOrEqual(2 * 5)

  const armed = await it.db.selectFrom('bid_events').select('bid_id').where('kind', '=', 'armed').execute()
  expect(armed.length).toBeGreaterThanOrEqual(bids.length - 5)
})
