import { committedCents, messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { ifDraftWins } from './if-all-win.ts'

// Saturday, Nov 21, in the site's time zone.
const END = Date.parse('2026-11-22T05:00:00Z')
const none = { day: null, week: null, month: null }
const known = {
  limits: none,
  today: '2026-11-20',
  days: [
    { day: '2026-11-15', spoken_for: 7, bids: 1 },
    { day: '2026-11-16', spoken_for: 30.5, bids: 1 },
    { day: '2026-11-21', spoken_for: 120, bids: 2 },
    { day: '2026-11-23', spoken_for: 50, bids: 1 },
  ],
  groups: [],
}
const asked = { endsOn: END, typedCents: 1_000, besidesCents: 0, standing: null }

const aBid = (id: number, maxBid: number) => ({ id, maxBid, delivered: null })

test('A form says what the bids cost if all win once a limit is near, and nothing before', () => {
  expect(ifDraftWins(known, asked)).toBeNull()
  expect(ifDraftWins({ ...known, limits: { day: 200, week: null, month: 1_000 } }, asked)).toBeNull()
  const limits = { day: 160, week: null, month: 1_000 }
  expect(ifDraftWins({ ...known, limits }, asked)).toEqual({
    over: false,
    text: 'If all your bids win: $130.00 of $160.00 on Nov 21 · $160.50 that week · $217.50 of $1,000.00 that month',
  })
})

test('Weeks begin on Monday, and months on their first day', () => {
  expect(committedCents(known, 'day', '2026-11-21')).toBe(12_000)
  expect(committedCents(known, 'week', '2026-11-22')).toBe(15_050)
  expect(committedCents(known, 'week', '2026-11-23')).toBe(5_000)
  expect(committedCents(known, 'month', '2026-11-30')).toBe(20_750)
  expect(committedCents(known, 'month', '2026-12-01')).toBe(0)
})

test.each([
  ['day', 200, 8_000, { first: '2026-11-21', total: '$200.01', committed: '$120.00', left: '$80.00' }],
  ['week', 160, 950, { first: '2026-11-16', total: '$160.01', committed: '$150.50', left: '$9.50' }],
  ['month', 207.5, 0, { first: '2026-11-01', total: '$207.51', committed: '$207.50', left: null }],
] as const)(
  'A draft that exceeds the limit for a %s is refused with the sentence of the server',
  (period, limit, fits, said) => {
    const exposure = { ...known, limits: { ...none, [period]: limit } }
    if (fits > 0) expect(ifDraftWins(exposure, { ...asked, typedCents: fits })?.over).toBe(false)
    expect(ifDraftWins(exposure, { ...asked, typedCents: fits + 1 })).toEqual({
      over: true,
      text: messages.bidRefusal.overLimit({ period, limit: `$${limit.toFixed(2)}`, ...said }),
    })
  },
)

test('A standing bid counts once, and lowering it never exceeds a limit', () => {
  const standing = { ...asked, standing: aBid(9, 100) }
  const limits = { ...none, day: 200 }
  expect(ifDraftWins({ ...known, limits: { ...none, day: 130 } }, { ...standing, typedCents: null })?.text).toContain(
    '$120.00 of $130.00 on Nov 21',
  )
  expect(ifDraftWins({ ...known, limits }, { ...standing, typedCents: 18_000 })?.over).toBe(false)
  expect(ifDraftWins({ ...known, limits }, { ...standing, typedCents: 18_001 })?.over).toBe(true)
  expect(ifDraftWins({ ...known, limits: { ...none, day: 50 } }, { ...standing, typedCents: 9_000 })?.over).toBe(false)
})

test('Without an amount nothing is said', () => {
  expect(ifDraftWins(known, { ...asked, typedCents: null })).toBeNull()
})

test('Of a group, a changed bid counts only as far as the group can still win', () => {
  const stake = { day: '2026-11-21', besides: 0, is_out: false }
  const stakes = [
    { bid_id: 1, cost: 100, ...stake },
    { bid_id: 2, cost: 80, ...stake },
  ]
  const groups = [{ id: 5, name: 'Spoons', wins_left: 1, budget_left: null, stakes }]
  const grouped = { ...known, limits: { ...none, day: 150 }, days: [], groups }
  const changed = (id: number, maxBid: number, typedCents: number) =>
    ifDraftWins(grouped, { ...asked, typedCents, standing: aBid(id, maxBid) })
  expect(changed(2, 80, 14_000)).toEqual({ over: false, text: 'If all your bids win: $140.00 of $150.00 on Nov 21' })
  expect(changed(1, 100, 5_000)).toBeNull()
})
