import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startBidding } from '../../test/bidding.ts'
import type { BidEvent } from './bid-event.ts'
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
