import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'

import { type Bidder, nextMinimumCents, opening, type Standing, takeBid } from './take-bid.ts'

const TERMS = { startingPriceCents: 999, incrementCents: 100 }
const ann: Bidder = { name: 'ann' }
const bob: Bidder = { name: 'bob' }
const cat: Bidder = { name: 'cat' }

/** Takes the bids in turn; those that are too low leave everything as it was. */
const after = (...bids: [Bidder, number][]) =>
  bids.reduce<Standing>((standing, [bidder, maxCents]) => {
    const answer = takeBid(TERMS, standing, bidder, maxCents)
    return answer.outcome === 'too_low' ? standing : answer.standing
  }, opening(TERMS))

test('the first bid pays the starting price, whatever its maximum', () => {
  expect(after([ann, 5_000])).toEqual({ priceCents: 999, leader: ann, leaderMaxCents: 5_000 })
})

test('a higher bid leads and pays one increment over the old maximum', () => {
  expect(after([ann, 5_000], [bob, 8_000])).toEqual({ priceCents: 5_100, leader: bob, leaderMaxCents: 8_000 })
})

test('a higher bid never pays more than its own maximum, so one cent more can win', () => {
  expect(after([ann, 1_100], [bob, 1_102])).toEqual({ priceCents: 1_102, leader: bob, leaderMaxCents: 1_102 })
})

test('a lower bid pushes the price up to one increment over it, at most to the maximum of the leader', () => {
  expect(after([ann, 5_000], [bob, 3_000])).toMatchObject({ priceCents: 3_100, leader: ann })
  expect(after([ann, 5_000], [bob, 4_950])).toMatchObject({ priceCents: 5_000, leader: ann })
})

test('of two equal bids the earlier one leads, at full price', () => {
  expect(after([ann, 5_000], [bob, 5_000])).toEqual({ priceCents: 5_000, leader: ann, leaderMaxCents: 5_000 })
})

test('a leader who bids again raises the own maximum and not the price', () => {
  expect(after([ann, 2_000], [bob, 3_000], [bob, 9_000])).toMatchObject({ priceCents: 2_100, leaderMaxCents: 9_000 })
})

test('a leader who bids less than before keeps the higher maximum', () => {
  expect(after([ann, 5_000], [ann, 2_000])).toMatchObject({ priceCents: 999, leaderMaxCents: 5_000 })
})

test('bids start at the starting price, then at one increment over the price', () => {
  expect(takeBid(TERMS, opening(TERMS), ann, 998)).toEqual({ outcome: 'too_low' })
  expect(nextMinimumCents(TERMS, after([ann, 5_000]))).toBe(1_099)
  expect(takeBid(TERMS, after([ann, 5_000]), bob, 1_098)).toEqual({ outcome: 'too_low' })
})

test('for any run of bids by challengers, the earliest highest bidder leads at one increment over the best of the others', () => {
  const bids = array(tuple(constantFrom(ann, bob, cat), integer({ min: 1, max: 3_000 })), { maxLength: 30 })
  const terms = record({
    startingPriceCents: integer({ min: 1, max: 1_000 }),
    incrementCents: integer({ min: 1, max: 300 }),
  })

  assert(
    property(terms, bids, (terms, bids) => {
      let standing = opening(terms)
      const bests = new Map<Bidder, { maxCents: number; order: number }>()
      for (const [order, [bidder, maxCents]] of bids.entries()) {
        if (bidder === standing.leader) continue
        const minimumCents = nextMinimumCents(terms, standing)
        const answer = takeBid(terms, standing, bidder, maxCents)
        expect(answer.outcome === 'too_low').toBe(maxCents < minimumCents)
        if (answer.outcome === 'too_low') continue

        expect(answer.standing.priceCents).toBeGreaterThanOrEqual(standing.priceCents)
        standing = answer.standing
        if (maxCents > (bests.get(bidder)?.maxCents ?? 0)) bests.set(bidder, { maxCents, order })
      }

      const ranking = [...bests].toSorted(([, a], [, b]) => b.maxCents - a.maxCents || a.order - b.order)
      const [first, second] = ranking
      expect(standing.leader).toBe(first?.[0] ?? null)
      expect(standing.priceCents).toBe(
        first && second
          ? Math.min(second[1].maxCents + terms.incrementCents, first[1].maxCents)
          : terms.startingPriceCents,
      )
    }),
    { numRuns: 2_000 },
  )
})
