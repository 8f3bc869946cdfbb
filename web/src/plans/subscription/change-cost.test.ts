import { expect, test } from 'vitest'
import { costSentences } from './change-cost.ts'

const preview = { amount: 9.99, interval: 'month', next_invoice_at: '2026-12-22T12:00:00.000Z' } as const
const LATER = 'From Dec 22, 2026 on it costs $9.99 a month.'

test.each([
  [5, 'You pay $5.00 now. What you have already paid is taken into account.'],
  [0, 'Nothing is due now.'],
  [-95.21, 'Nothing is due now. $95.21 is credited to your next invoices.'],
])('A change with %f dollars due says so, and what follows', (due_now, now) => {
  expect(costSentences({ ...preview, due_now })).toEqual([now, LATER])
})
