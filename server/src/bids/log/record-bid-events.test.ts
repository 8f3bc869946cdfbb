import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startBidding } from '../../../test/bidding.ts'
import { systemClock } from '../../platform/clock.ts'
import { type BidEvent, newBidEvent } from './bid-event.ts'
import { recordBidEvents } from './record-bid-events.ts'

test('Replaying a journal adds each event once, in order, and ignores events of deleted bids', async () => {
  await using bidding = await startBidding()
  const { bid } = await bidding.scheduledBid()
  const at = Date.parse(bid.fire_at)
  const event = (detail: BidEvent['detail'], bidId = bid.id): BidEvent => ({
    key: randomUUID(),
    bidId,
    at,
    uncertaintyMs: 8.5,
    engineId: 1,
    fence: 2,
    detail,
  })
  const journal = [
    event({ kind: 'checking', because: 'the connection was cut' }),
    event({ kind: 'verified', ownBidSeen: true, leads: true, priceCents: 2_100 }),
    event({ kind: 'cancelled' }, 999_999),
  ]
  await Promise.all([recordBidEvents(bidding.db, journal), recordBidEvents(bidding.db, journal)])
  await recordBidEvents(bidding.db, [])

  const log = await bidding.db.selectFrom('bid_events').selectAll().orderBy('id').execute()
  expect(log.map(({ kind }) => kind)).toEqual(['scheduled', 'checking', 'verified'])
  expect(log[2]).toMatchObject({
    key: journal[1]?.key,
    at: new Date(at),
    uncertainty_ms: 8.5,
    engine_id: 1,
    fence: 2,
    detail: journal[1]?.detail,
  })
})

test('The key of a new event begins with the time at which it was made', () => {
  const earliest = systemClock.now()
  const { key } = newBidEvent(1, 0, { kind: 'cancelled' })
  const madeAt = Number.parseInt(key.replace('-', '').slice(0, 12), 16)
  // The clock of the product is smooth, and may be off the one of the key by some milliseconds.
  expect(madeAt).toBeGreaterThan(earliest - 1_000)
  expect(madeAt).toBeLessThan(systemClock.now() + 1_000)
})
