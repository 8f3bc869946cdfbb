import { expect, test } from 'vitest'
import { collapseOf, followProblems, formatCollapse, isCollapsed, parseCollapse } from './collapse.ts'
import type { Problem } from './problem.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const MINUTE = 60_000

const bid = (id: number, inMinutes: number) => {
  const at = NOW + inMinutes * MINUTE
  return { id, auctionId: id, title: 'Lamp', fireAt: at, closesAt: at }
}
const login = (...bids: Problem['bids']): Problem => ({
  kind: 'login',
  key: 'login',
  effect: 'stops',
  ofAuctions: false,
  stop: 'refused',
  siteMessage: null,
  bids,
})
const overMax = (...bids: Problem['bids']): Problem => ({
  kind: 'over_max',
  key: 'over_max',
  effect: 'stops',
  ofAuctions: true,
  message: 'The price is above your max.',
  bids,
})
const seen = collapseOf([login(bid(1, 45))], NOW)

test('Problems stay collapsed while they are the same, also with another bid under the same reason', () => {
  expect(isCollapsed(null, [login(bid(1, 45))], NOW)).toBe(false)
  expect(isCollapsed(seen, [login(bid(1, 45))], NOW)).toBe(true)
  expect(isCollapsed(seen, [login(bid(1, 45), bid(2, 50))], NOW)).toBe(true)
})

test('A new problem, and a further auction with a problem of its own, open them again', () => {
  expect(isCollapsed(seen, [login(bid(1, 45)), overMax(bid(1, 45))], NOW)).toBe(false)
  const dear = collapseOf([overMax(bid(1, 45))], NOW)
  expect(isCollapsed(dear, [overMax(bid(1, 45))], NOW)).toBe(true)
  expect(isCollapsed(dear, [overMax(bid(1, 45), bid(2, 50))], NOW)).toBe(false)
})

test('A deadline that comes into the last ten minutes opens them again, and a farther one does not', () => {
  expect(isCollapsed(seen, [login(bid(1, 45))], NOW + 34 * MINUTE)).toBe(true)
  expect(isCollapsed(seen, [login(bid(1, 45))], NOW + 35 * MINUTE)).toBe(false)
  expect(isCollapsed(seen, [login(bid(2, 300))], NOW)).toBe(true)
})

test('A problem that has gone is new when it comes back, and a nearer deadline is measured from the latest one', () => {
  const both = collapseOf([login(bid(1, 45)), overMax(bid(2, 50))], NOW)
  const followed = followProblems(both, [login(bid(3, 300))], NOW)
  expect(isCollapsed(followed, [login(bid(3, 300))], NOW)).toBe(true)
  expect(isCollapsed(followed, [login(bid(3, 300)), overMax(bid(2, 310))], NOW)).toBe(false)
  expect(isCollapsed(followed, [login(bid(3, 300))], NOW + 241 * MINUTE)).toBe(false)
})

test('Once a problem has opened them again, or none is left, nothing is collapsed any more', () => {
  expect(followProblems(seen, [login(bid(1, 45)), overMax(bid(1, 45))], NOW)).toBeNull()
  expect(followProblems(seen, [], NOW)).toBeNull()
})

test('A collapse is kept as text', () => {
  expect(parseCollapse(formatCollapse(seen))).toEqual(seen)
  expect(parseCollapse(formatCollapse(null))).toBeNull()
})
