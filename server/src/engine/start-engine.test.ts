import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'

test('a snipe bids its maximum at its moment, wins, and its whole story is on record', async () => {
  await using it = await startSniping()
  await using _engine = await it.startEngine()
  const { bidId, itemId, endsAt } = await it.snipe({ maxBidCents: 2_500, secondsBeforeEnd: 2, endsInSeconds: 12 })

  const bid = await it.until(bidId, ({ settled_at }) => settled_at !== null)
  expect(bid).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 999, engine_id: null })
  const arrivals = it.arrivals(itemId)
  expect(arrivals).toMatchObject([{ amountCents: 2_500, userName: 'demo' }])
  expect(arrivals[0]!.firstByteAt).toBeGreaterThan(endsAt - 2_250)
  expect(arrivals[0]!.firstByteAt).toBeLessThan(endsAt)
  expect((await it.eventsOf(bidId)).map(({ kind }) => kind)).toEqual([
    'armed',
    'locked_in',
    'sent',
    'answered',
    'settled',
  ])
}, 90_000)

test("an engine with nothing to do tells everybody the site's time, and how sure it is", async () => {
  await using it = await startSniping()
  it.house.control.setClock({ offsetMs: 3_700 })
  await using _engine = await it.startEngine()
  const surely = { timeout: 20_000 }
  await expect.poll(async () => (await it.readSiteTime()).uncertainty_ms, surely).toSatisfy(isCertain)
  const { now, uncertainty_ms } = await it.readSiteTime()
  expect(Math.abs(Date.parse(now) - systemClock.now() - 3_700)).toBeLessThan(uncertainty_ms! + SLOWEST_QUERY_MS)
}, 30_000)

const SLOWEST_QUERY_MS = 500
const isCertain = (uncertaintyMs: number | null) => uncertaintyMs !== null && uncertaintyMs <= 100
