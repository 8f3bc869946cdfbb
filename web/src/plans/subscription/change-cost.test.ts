import { expect, test } from 'vitest'
import { changeSentences } from './change-cost.ts'

const NEXT = '2026-12-22T12:00:00.000Z'
const preview = { amount: 9.99, interval: 'month', next_invoice_at: NEXT, starts_at: null } as const
const LATER = 'From Dec 22, 2026 on it costs $9.99 a month.'

test.each([
  [5, 'You pay $5.00 now. What you have already paid is taken into account.'],
  [0, 'Nothing is due now.'],
])('A change with %f dollars due says so, and what follows', (due_now, now) => {
  expect(changeSentences('interval', { ...preview, due_now })).toEqual([now, LATER])
})

test('A dearer plan says that its limits hold at once', () => {
  expect(changeSentences('plan', { ...preview, due_now: 5 }).at(-1)).toBe(
    'The new limits hold at once. What you track or have scheduled stays.',
  )
})

test('A cheaper plan says from when it holds, and that the present one holds until then', () => {
  expect(changeSentences('plan', { ...preview, due_now: 0, starts_at: NEXT })).toEqual([
    'Nothing is due now.',
    LATER,
    'Until then your present plan holds, and you can undo the change.',
    'The new limits hold from then on. What you track or have scheduled stays.',
  ])
})
