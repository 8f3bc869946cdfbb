import { expect, test } from 'vitest'
import { LOSS_BUDGETS, mainReason, tableOfLosses } from './loss-reasons.ts'

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

test('A reason is over its budget only when it struck more worlds than chance explains', () => {
  const oneIn = LOSS_BUDGETS['its engine died']
  expect(isOver({ worlds: 3, of: 1 })).toBe(false)
  // Where 100 are expected, 150 or more come once in 530,000 sweeps, and 155 or more once in 4,700,000.
  expect(isOver({ worlds: 150, of: 100 * oneIn })).toBe(false)
  expect(isOver({ worlds: 155, of: 100 * oneIn })).toBe(true)
  // Where 12 are expected, 16 are no surprise, and 36 are impossible.
  expect(isOver({ worlds: 16, of: 12 * oneIn })).toBe(false)
  expect(isOver({ worlds: 36, of: 12 * oneIn })).toBe(true)
  expect(isOver({ worlds: 12_000, of: 10_000 * oneIn })).toBe(true)
})

const isOver = ({ worlds, of }: { worlds: number; of: number }) =>
  tableOfLosses(new Map([['its engine died', { snipes: worlds, worlds }]]), of).find(
    ({ reason }) => reason === 'its engine died',
  )?.isOver
