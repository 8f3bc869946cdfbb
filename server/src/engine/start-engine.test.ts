import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'

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
