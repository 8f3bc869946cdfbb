import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { type Bidder, nextMinimumCents, openingStanding, type Standing, applyProxyBid } from './apply-proxy-bid.ts'

const TERMS = { startingPriceCents: 999, incrementCents: 100 }
const ann: Bidder = { name: 'ann' }
const bob: Bidder = { name: 'bob' }
const cat: Bidder = { name: 'cat' }

/** The standing after these bids in turn. A bid that is too low changes nothing. */
const after = (...bids: [Bidder, number][]) =>
  bids.reduce<Standing>((standing, [bidder, maxCents]) => {
    const result = applyProxyBid(TERMS, standing, bidder, maxCents)
    return result.outcome === 'too_low' ? standing : result.standing
  }, openingStanding(TERMS))

test('A first bid leads at the starting price', () => {
  expect(after([ann, 5_000])).toEqual({ priceCents: 999, leader: ann, leaderMaxCents: 5_000 })
})

test('A higher bid leads at one increment over the previous maximum', () => {
  expect(after([ann, 5_000], [bob, 8_000])).toEqual({ priceCents: 5_100, leader: bob, leaderMaxCents: 8_000 })
})

test('A bid one cent above the previous maximum leads at its own maximum', () => {
  expect(after([ann, 1_100], [bob, 1_102])).toEqual({ priceCents: 1_102, leader: bob, leaderMaxCents: 1_102 })
})

test('A lower bid raises the price to one increment over itself, at most to the maximum of the leader', () => {
  expect(after([ann, 5_000], [bob, 3_000])).toMatchObject({ priceCents: 3_100, leader: ann })
  expect(after([ann, 5_000], [bob, 4_950])).toMatchObject({ priceCents: 5_000, leader: ann })
})

test('Of two equal bids the earlier one leads at that price', () => {
  expect(after([ann, 5_000], [bob, 5_000])).toEqual({ priceCents: 5_000, leader: ann, leaderMaxCents: 5_000 })
})

test('A leader who bids more raises the own maximum and not the price', () => {
  expect(after([ann, 2_000], [bob, 3_000], [bob, 9_000])).toMatchObject({ priceCents: 2_100, leaderMaxCents: 9_000 })
})

test('A leader who bids less than before keeps the higher maximum', () => {
  expect(after([ann, 5_000], [ann, 2_000])).toMatchObject({ priceCents: 999, leaderMaxCents: 5_000 })
})

test('The lowest acceptable bid is the starting price, and later one increment over the price', () => {
  expect(applyProxyBid(TERMS, openingStanding(TERMS), ann, 998)).toEqual({ outcome: 'too_low' })
  expect(nextMinimumCents(TERMS, after([ann, 5_000]))).toBe(1_099)
  expect(applyProxyBid(TERMS, after([ann, 5_000]), bob, 1_098)).toEqual({ outcome: 'too_low' })
})

test('After any sequence of bids by challengers, the earliest highest bidder leads at one increment over the next best', () => {
  const bids = array(tuple(constantFrom(ann, bob, cat), integer({ min: 1, max: 3_000 })), { maxLength: 30 })
  const terms = record({
    startingPriceCents: integer({ min: 1, max: 1_000 }),
    incrementCents: integer({ min: 1, max: 300 }),
  })

  assert(
    property(terms, bids, (terms, bids) => {
      let standing = openingStanding(terms)
      const bests = new Map<Bidder, { maxCents: number; order: number }>()
      for (const [order, [bidder, maxCents]] of bids.entries()) {
        if (bidder === standing.leader) continue
        const minimumCents = nextMinimumCents(terms, standing)
        const result = applyProxyBid(terms, standing, bidder, maxCents)
        expect(result.outcome === 'too_low').toBe(maxCents < minimumCents)
        if (result.outcome === 'too_low') continue

        expect(result.standing.priceCents).toBeGreaterThanOrEqual(standing.priceCents)
        standing = result.standing
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
