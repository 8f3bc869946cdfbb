import { expect, test } from 'vitest'
import { LOSS_BUDGETS, type LossReason, mainReason, tableOfLosses } from './loss-reasons.ts'

test('A snipe is lost for the reason that lasted longest while it could have been sent', () => {
  const windows = [
    { from: -Infinity, to: 2_000, reason: 'it came late' },
    { from: 1_000, to: 3_000, reason: 'its engine died' },
    { from: 4_000, to: 4_800, reason: 'its engine died' },
    { from: 4_900, to: Infinity, reason: 'the site showed no page' },
  ] as const
  expect(mainReason(windows, { from: 0, to: 5_000 })).toBe('its engine died')
  expect(mainReason(windows, { from: 0, to: 60_000 })).toBe('the site showed no page')
  expect(mainReason(windows, { from: 3_200, to: 3_900 })).toBeNull()
})

test('A reason is over its budget when it took more snipes than one in so many, but not by a few of a small sweep', () => {
  const oneIn = LOSS_BUDGETS['its engine died']
  expect(isOver('its engine died', 100, 100 * oneIn)).toBe(false)
  expect(isOver('its engine died', 104, 100 * oneIn)).toBe(true)
  expect(isOver('its engine died', 3, 1)).toBe(false)
})

const isOver = (reason: LossReason, lost: number, snipes: number) =>
  tableOfLosses(new Map([[reason, lost]]), snipes).find((row) => row.reason === reason)?.isOver
