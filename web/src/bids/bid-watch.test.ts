import { expect, test } from 'vitest'
import { createBid } from '../../test/auctions.ts'
import { dueBids } from './bid-watch.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')

test('Only bids that should have fired and have no result are due', () => {
  const due = createBid({ id: 1, fireAt: NOW })
  const accepted = createBid({ id: 2, fireAt: NOW - 1, status: 'executed' })
  const bids = [
    due,
    accepted,
    createBid({ id: 3, fireAt: NOW + 1 }),
    createBid({ id: 4, fireAt: NOW - 1, status: 'won' }),
  ]
  expect(dueBids(bids, NOW)).toEqual([due, accepted])
})
