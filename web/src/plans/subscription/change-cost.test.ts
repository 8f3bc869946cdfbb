import { expect, test } from 'vitest'
import { changeSentences } from './change-cost.ts'

const preview = { amount: 9.99, interval: 'month', next_invoice_at: '2026-12-22T12:00:00.000Z' } as const
const LATER = 'From Dec 22, 2026 on it costs $9.99 a month.'

test.each([
  [5, 'You pay $5.00 now. What you have already paid is taken into account.'],
  [0, 'Nothing is due now.'],
  [-95.21, 'Nothing is due now. $95.21 is credited to your next invoices.'],
])('A change with %f dollars due says so, and what follows', (due_now, now) => {
  expect(changeSentences('interval', { ...preview, due_now })).toEqual([now, LATER])
})

test('A change of the plan says that its limits hold at once', () => {
  expect(changeSentences('plan', { ...preview, due_now: 0 }).at(-1)).toBe(
    'The new limits hold at once. What you track or have scheduled stays.',
  )
})
