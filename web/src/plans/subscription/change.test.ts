import type { Plan } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { firstOffer } from './change.ts'

const paid: Plan = {
  id: 'basic',
  name: 'Basic',
  kind: 'paid',
  monthly_price: 4.99,
  yearly_price: 49.9,
  auction_limit: 25,
  snipe_limit: 15,
  sms: false,
  priority_support: false,
}
const plans: Plan[] = [{ ...paid, id: 'free', kind: 'free' }, paid, { ...paid, id: 'pro' }, { ...paid, id: 'elite' }]

test.each([
  ['basic', 'pro'],
  ['pro', 'elite'],
  ['elite', 'pro'],
])('Who has %s and wants another plan is offered %s first', (present, offered) => {
  expect(firstOffer(plans, present)?.id).toBe(offered)
})

test('Where only one plan is sold, no other one is offered', () => {
  expect(firstOffer([paid], 'basic')).toBeUndefined()
})
