import { expect, test } from 'vitest'
import type { Payment } from './decide-payment.ts'
import { nextReading } from './next-reading.ts'

const HOUR = 3_600_000
const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds
const NOW = at('2026-11-20T12:00[America/Los_Angeles]')

const payments = {
  to_pay: { state: 'to_pay', gap: null },
  paid: { state: 'paid', gap: null },
  shipped: { state: 'shipped', gap: null },
  left_list: { state: 'not_known', gap: 'left_list' },
} satisfies Record<string, Payment>

const win = (payment: Payment, { payBy = null as string | null, daysAgo = 3 } = {}) => ({
  payment,
  facts: { wonAt: NOW - daysAgo * 24 * HOUR, payBy },
})
const next = (wins: ReturnType<typeof win>[], { now = NOW, zone = 'America/Los_Angeles', hasFailed = false } = {}) =>
  nextReading(wins, { now, zone, hasFailed })

test('The lists are read daily until the item is shipped, and an hour after a failure', () => {
  for (const payment of [payments.to_pay, payments.paid, payments.left_list]) {
    expect(next([win(payment)])).toBe(NOW + 24 * HOUR)
    expect(next([win(payment)], { hasFailed: true })).toBe(NOW + HOUR)
  }
  expect(next([])).toBeNull()
  expect(next([win(payments.shipped)])).toBeNull()
  expect(next([win(payments.shipped), win(payments.paid)])).toBe(NOW + 24 * HOUR)
})

test('Six weeks after the win the reading ends', () => {
  expect(next([win(payments.to_pay, { daysAgo: 41 })])).toBe(NOW + 24 * HOUR)
  expect(next([win(payments.to_pay, { daysAgo: 42 })])).toBeNull()
})

test('A reading falls on each reminder, at nine in the zone of the owner', () => {
  const wins = [win(payments.to_pay, { payBy: '2026-11-23' })]
  expect(next(wins)).toBe(at('2026-11-21T09:00[America/Los_Angeles]'))
  expect(next(wins, { now: at('2026-11-21T09:00[America/Los_Angeles]') })).toBe(
    at('2026-11-22T09:00[America/Los_Angeles]'),
  )
  expect(next(wins, { zone: 'Europe/Berlin' })).toBe(at('2026-11-21T09:00[Europe/Berlin]'))
})

test('What is paid needs no reading for its date', () => {
  expect(next([win(payments.paid, { payBy: '2026-11-23' })])).toBe(NOW + 24 * HOUR)
})

test('On the day of a change of the clocks, nine is still nine', () => {
  const wins = [win(payments.to_pay, { payBy: '2026-11-03', daysAgo: -18 })]
  const now = at('2026-10-31T12:00[America/Los_Angeles]')
  expect(next(wins, { now })).toBe(at('2026-11-01T09:00[America/Los_Angeles]'))
})
