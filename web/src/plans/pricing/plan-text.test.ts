import type { Plan } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { auctionsText, limitsText, recommendedPlan, snipesText, yearlySaving, yearText } from './plan-text.ts'

const basic: Plan = {
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
const free: Plan = { ...basic, kind: 'free', monthly_price: null, yearly_price: null, auction_limit: 1, snipe_limit: 0 }

test('A limit is a number with its noun, or a word where there is none', () => {
  expect(auctionsText(25)).toBe('25 tracked auctions at a time')
  expect(auctionsText(1)).toBe('1 tracked auction at a time')
  expect(auctionsText(-1)).toBe('Unlimited tracked auctions')
  expect(snipesText(15, 'paid')).toBe('15 snipes a month')
  expect(snipesText(2, 'trial')).toBe('2 snipes in all')
  expect(snipesText(0, 'free')).toBe('No snipes')
  expect(limitsText(free)).toBe('1 tracked auction at a time and no snipes')
})

test('What a year saves is reckoned in whole cents', () => {
  expect(yearlySaving(basic)).toBe(9.98)
  expect(yearlySaving(free)).toBe(0)
  expect(yearlySaving({ ...basic, yearly_price: 70 })).toBe(0)
})

test('One sentence says what a year costs where every plan agrees', () => {
  const pro = { ...basic, monthly_price: 9.99, yearly_price: 99.9 }
  expect(yearText([free, basic, pro])).toBe('A year costs ten months.')
  expect(yearText([free, basic, { ...pro, yearly_price: 95 }])).toBeNull()
  expect(yearText([free])).toBeNull()
})

test('The middle one of the plans to buy stands out, and none where there is no choice', () => {
  const [pro, elite] = ['pro', 'elite'].map((id) => ({ ...basic, id }))
  if (!pro || !elite) throw new Error('No plans')
  expect(recommendedPlan([free, basic, pro, elite])).toBe('pro')
  expect(recommendedPlan([free, basic, pro])).toBe('pro')
  expect(recommendedPlan([free, basic])).toBeNull()
})
