import { expect, test } from 'vitest'
import { createEntry } from '../../test/auctions.ts'
import { groupByMonth, monthOf, nameOfMonth, spendingOf } from './history-months.ts'

test('A month begins at midnight in the site’s time zone, also at a new year and in summer time', () => {
  expect(monthOf(Date.parse('2027-01-01T07:59:59.999Z'))).toBe('2026-12')
  expect(monthOf(Date.parse('2027-01-01T08:00:00Z'))).toBe('2027-01')
  expect(monthOf(Date.parse('2026-07-01T06:59:59Z'))).toBe('2026-06')
  expect(monthOf(Date.parse('2026-07-01T07:00:00Z'))).toBe('2026-07')
  // Summer time ends in the first hours of this day.
  expect(monthOf(Date.parse('2026-11-01T06:59:59Z'))).toBe('2026-10')
  expect(monthOf(Date.parse('2026-11-01T07:00:00Z'))).toBe('2026-11')
  expect(nameOfMonth('2026-12')).toBe('December 2026')
})

test('Entries are grouped by month in their order', () => {
  const [a, b, c] = ['2026-11-20T20:00:00Z', '2026-11-01T08:00:00Z', '2026-10-30T08:00:00Z'].map((at, index) =>
    createEntry({ key: `bid-${index}`, at: Date.parse(at) }),
  )
  if (!a || !b || !c) throw new Error('Three entries were made')
  expect(groupByMonth([a, b, c])).toEqual([
    { month: '2026-11', entries: [a, b] },
    { month: '2026-10', entries: [c] },
  ])
})

const month = (name: string, won: number, spent: number, saved: number) => {
  const none = { unpriced: 0, cost: 0, costed: 0, read_in: 0, sold: 0, profit: 0, profited: 0 }
  return { month: name, entries: won + 1, won, decided: won, spent, saved, ...none }
}

test('The chart has every month between the first and the last in which something was won or sold', () => {
  const sale = { sold: 2, profit: -3.5 }
  const months = [
    month('2027-03', 0, 0, 0),
    { ...month('2027-02', 0, 0, 0), ...sale },
    month('2027-01', 2, 30.5, 4),
    month('2026-11', 1, 9.99, 19.51),
  ]
  const none = { sold: 0, profit: 0 }
  expect(spendingOf(months)).toEqual([
    { month: '2026-11', spent: 9.99, saved: 19.51, ...none },
    { month: '2026-12', spent: 0, saved: 0, ...none },
    { month: '2027-01', spent: 30.5, saved: 4, ...none },
    { month: '2027-02', spent: 0, saved: 0, ...sale },
  ])
  expect(spendingOf([month('2026-11', 0, 0, 0)])).toEqual([])
})

test('The chart has at most the latest two years', () => {
  const spending = spendingOf([month('2026-11', 1, 1, 1), month('2019-01', 1, 2, 2)])
  expect(spending).toHaveLength(24)
  expect(spending[0]).toEqual({ month: '2024-12', spent: 0, saved: 0, sold: 0, profit: 0 })
})
