import { expect, test } from 'vitest'
import { checkoutText } from './checkout-text.ts'

const unpaid = { plan_name: 'Free', status: 'free', interval: null, current_period_end: null } as const
const paid = {
  plan_name: 'Basic',
  status: 'active',
  interval: 'month',
  current_period_end: '2026-12-22T12:00:00.000Z',
} as const

test('Only what the payment service shows counts as paid, whatever the address of the return says', () => {
  expect(checkoutText(paid, false)).toMatchObject({ tone: 'success', title: 'Your plan is Basic.' })
  expect(checkoutText(paid, true)).toMatchObject({ tone: 'success', title: 'Your plan is Basic.' })
  expect(checkoutText(unpaid, false)).toMatchObject({ title: 'The payment is not confirmed yet.', isOpen: true })
  expect(checkoutText(unpaid, true)).toMatchObject({ title: 'You left the checkout.', isOpen: false })
  expect(checkoutText({ ...paid, status: 'past_due' }, false).tone).toBe('warning')
})
