import { describe, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { readSiteTime } from '../marketplace/site-time.ts'
import { systemClock } from '../platform/clock.ts'

/** An arrival may differ by this much from the plan. The benchmarks measure precision; a busy machine has little. */
const TOLERANCE_MS = 1_000
const MAX_QUERY_MS = 1_000
const SLOW = { timeout: 20_000 }

describe.concurrent('an engine', { timeout: 120_000 }, () => {
  test('a snipe bids its maximum at its moment, wins, and has a complete log', async ({ expect }) => {
    await using it = await startSniping()
    await using _engine = await it.startEngine()
    const { bidId, itemId, endsAt } = await it.snipe({ maxBidCents: 2_500, secondsBeforeEnd: 2, endsInSeconds: 11 })

    const bid = await it.until(bidId, ({ settled_at }) => settled_at !== null)
    expect(bid).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 999, engine_id: null })
    const arrivals = it.arrivals(itemId)
    expect(arrivals).toMatchObject([{ amountCents: 2_500, userName: 'demo' }])
    expect(arrivals[0]!.firstByteAt).toBeGreaterThan(endsAt - 2_000 - TOLERANCE_MS)
    expect(arrivals[0]!.firstByteAt).toBeLessThan(endsAt)
    expect((await it.eventsOf(bidId)).map(({ kind }) => kind)).toEqual([
      'armed',
      'locked_in',
      'sent',
      'answered',
      'settled',
    ])
  })

  test("an engine without snipes measures the site's clock for the other processes", async ({ expect }) => {
    await using it = await startSniping()
    it.house.control.setClock({ offsetMs: 3_700 })
    await using _engine = await it.startEngine()
    const read = () => readSiteTime({ db: it.db, clock: systemClock, marketplace: it.marketplace })
    await expect.poll(async () => (await read()).uncertainty_ms ?? Infinity, SLOW).toBeLessThanOrEqual(100)
    const { now, uncertainty_ms } = await read()
    expect(Math.abs(Date.parse(now) - systemClock.now() - 3_700)).toBeLessThan(uncertainty_ms! + MAX_QUERY_MS)
  })
})
