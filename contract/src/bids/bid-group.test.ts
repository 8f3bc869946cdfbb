import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { committedCents, doOverlap, type GroupStake, mostCents, relationOf } from '../index.ts'

/** The dearest set of bids that can win: what is out may win all; beyond that no more than the wins and the budget that are left. */
function dearest(stakes: readonly GroupStake[], winsLeft: number, budgetCents: number | null): number {
  let most = 0
  for (let set = 0; set < 2 ** stakes.length; set++) {
    const winning = stakes.filter((_, place) => set & (1 << place))
    const cents = winning.reduce((sum, { maxCents }) => sum + maxCents, 0)
    const isAllOut = winning.every(({ isOut }) => isOut)
    const isWithin = winning.length <= winsLeft && cents <= (budgetCents ?? Infinity)
    if (isAllOut || isWithin) most = Math.max(most, cents)
  }
  return most
}

const stake = fc.record({ maxCents: fc.integer({ min: 1, max: 50 }), isOut: fc.boolean() })
const stakes = fc.array(stake, { maxLength: 8 })

test('What a group can cost is never below its dearest win, and without a budget it is that', () => {
  fc.assert(
    fc.property(stakes, fc.nat(8), fc.option(fc.nat(200)), (all, winsLeft, budgetCents) => {
      expect(mostCents(all, winsLeft, budgetCents)).toBeGreaterThanOrEqual(dearest(all, winsLeft, budgetCents))
      expect(mostCents(all, winsLeft, null)).toBe(dearest(all, winsLeft, null))
    }),
    { numRuns: 2_000, seed: 1 },
  )
})

const stakesOf = (...maxima: [string, number][]) =>
  maxima.map(([day, max], place) => ({ bid_id: place, day, max, is_out: false }))

test('Of a group, each period counts the largest that close in it', () => {
  const exposure = {
    days: [{ day: '2026-11-16', spoken_for: 7, bids: 1 }],
    groups: [
      {
        id: 1,
        name: 'Lamps',
        wins_left: 1,
        budget_left: null,
        stakes: stakesOf(['2026-11-16', 20], ['2026-11-17', 42], ['2026-11-17', 30]),
      },
    ],
  }
  expect(committedCents(exposure, 'day', '2026-11-16')).toBe(2_700)
  expect(committedCents(exposure, 'day', '2026-11-17')).toBe(4_200)
  expect(committedCents(exposure, 'week', '2026-11-17')).toBe(4_900)
})

const closing = (closesInS: number) => ({ endsAt: closesInS * 1_000, leadMs: 5_000 })

test('How a bid follows another rests on when the result of the first is known', () => {
  expect(relationOf(closing(0), closing(17))).toBe('in_order')
  expect(relationOf(closing(0), closing(16.9))).toBe('may_fire_late')
  expect(relationOf(closing(0), closing(13.5))).toBe('may_fire_late')
  expect(relationOf(closing(0), closing(13.4))).toBe('overlap')
  expect(doOverlap(closing(0), closing(17))).toBe(false)
  expect(doOverlap(closing(0), closing(16.9))).toBe(true)
})
