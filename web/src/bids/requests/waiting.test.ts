import type { WireBidRequest } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { waitingOf } from './request-queries.ts'

const NOON = Date.UTC(2026, 10, 26, 12)

const request = (id: number, endsInMs: number, state: WireBidRequest['state'] = 'open'): WireBidRequest => ({
  id,
  token: { id: '6f0c9d0e-0a53-4d3b-9c55-3f1d0c3b2a11', name: 'agent' },
  auction_id: '123456789',
  tracked_auction_id: id,
  title: 'Brass lamp',
  max_bid: 40,
  seconds_before_end: 5,
  state,
  asked_at: new Date(NOON).toISOString(),
  price: 12,
  ends_at: new Date(NOON + endsInMs).toISOString(),
  scheduled_max: null,
})

test('The bids that wait are shown until 30 seconds before their close, the nearest close first', () => {
  const requests = [request(1, 90_000), request(2, 31_000), request(3, 30_000), request(4, 60_000, 'refused')]
  expect(waitingOf(requests, NOON).map(({ id }) => id)).toEqual([2, 1])
  expect(waitingOf(requests, NOON + 1_000).map(({ id }) => id)).toEqual([1])
})
