import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { committedCents, doOverlap, type GroupStake, mostCents, relationOf, spendingFault, withBid } from '../index.ts'

/** The dearest set of bids that can win: what is out may win all; beyond that no more than the wins and the budget that are left. */
function dearest(stakes: readonly GroupStake[], winsLeft: number, budgetCents: number | null): number {
  let most = 0
  for (let set = 0; set < 2 ** stakes.length; set++) {
    const winning = stakes.filter((_, place) => set & (1 << place))
    const cents = winning.reduce((sum, { costCents }) => sum + costCents, 0)
    const besides = winning.reduce((sum, { besidesCents }) => sum + besidesCents, 0)
    const isAllOut = winning.every(({ isOut }) => isOut)
    const isWithin = winning.length <= winsLeft && cents - besides <= (budgetCents ?? Infinity)
    if (isAllOut || isWithin) most = Math.max(most, cents)
  }
  return most
}

const stake = fc
  .record({ maxCents: fc.integer({ min: 1, max: 50 }), besidesCents: fc.nat(20), isOut: fc.boolean() })
  .map(({ maxCents, besidesCents, isOut }) => ({ costCents: maxCents + besidesCents, besidesCents, isOut }))
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

test('Of a group, each period counts the largest that close in it', () => {
  const exposure = {
    days: [{ day: '2026-11-16', spoken_for: 7, bids: 1 }],
    groups: [
      {
        id: 1,
        name: 'Lamps',
        wins_left: 1,
        budget_left: null,
        stakes: [
          { bid_id: 1, day: '2026-11-16', cost: 20, besides: 0, is_out: false },
          { bid_id: 2, day: '2026-11-17', cost: 42, besides: 2, is_out: false },
          { bid_id: 3, day: '2026-11-17', cost: 30, besides: 0, is_out: false },
        ],
      },
    ],
  }
  expect(committedCents(exposure, 'day', '2026-11-16')).toBe(2_700)
  expect(committedCents(exposure, 'day', '2026-11-17')).toBe(4_200)
  expect(committedCents(exposure, 'week', '2026-11-17')).toBe(4_900)
})

test('What a limit leaves for a bid of a group is counted with the others that it may displace', () => {
  const stakes = [{ bid_id: 1, day: '2026-11-16', cost: 30, besides: 0, is_out: false }]
  const others = { days: [], groups: [{ id: 1, name: 'Lamps', wins_left: 1, budget_left: null, stakes }] }
  const refusalOf = (bid: { costCents: number; besidesCents: number; groupId: number | null }, dayLimit: number) => {
    const added = { day: '2026-11-16', ...bid }
    const limits = { day: dayLimit, week: null, month: null }
    return spendingFault({ limits, day: added.day, others, before: others, after: withBid(others, added), bid: added })
  }
  const single = refusalOf({ costCents: 5_000, besidesCents: 0, groupId: null }, 40)
  expect(single?.message).toContain(
    'could come to $80.00, over your limit of $40.00 a day: $30.00 is committed. Bid at most $10.00,',
  )
  const grouped = refusalOf({ costCents: 5_000, besidesCents: 900, groupId: 1 }, 40)
  expect(grouped?.message).toContain(
    'could come to $50.00, over your limit of $40.00 a day: $30.00 is committed. Bid at most $40.00,',
  )
  expect(refusalOf({ costCents: 5_000, besidesCents: 900, groupId: null }, 35)?.message).toContain(
    'committed. Cancel another bid',
  )
  expect(refusalOf({ costCents: 4_000, besidesCents: 0, groupId: 1 }, 40)).toBeNull()
})

const closing = (closesInS: number, leadS = 5) => ({ endsAt: closesInS * 1_000, leadMs: leadS * 1_000 })

test('How a bid follows another rests on when the result of the first is known', () => {
  expect(relationOf(closing(0), closing(17))).toBe('in_order')
  expect(relationOf(closing(0), closing(16.9))).toBe('may_fire_late')
  expect(relationOf(closing(0), closing(13.5))).toBe('may_fire_late')
  expect(relationOf(closing(0), closing(13.4))).toBe('overlap')
  expect(doOverlap(closing(0), closing(17))).toBe(false)
  expect(doOverlap(closing(0), closing(16.9))).toBe(true)
})
