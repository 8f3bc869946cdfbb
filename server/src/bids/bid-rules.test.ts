import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { readAmount, readLead, requireAcceptable, requireTime } from './bid-rules.ts'

const END = Date.UTC(2026, 10, 20, 20)
const open = { ends_at: new Date(END), closed_at: null }

/** The result of a rule, or the code of its error. */
function verdict<T>(rule: () => T): T | string {
  try {
    return rule()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

test('An amount in dollars is read as exactly that many cents, or refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (cents) => {
      expect(readAmount(cents / 100)).toBe(cents)
    }),
  )
  fc.assert(
    fc.property(fc.double(), (dollars) => {
      const cents = verdict(() => readAmount(dollars))
      if (typeof cents === 'number') expect(cents).toBe(Math.round(dollars * 100))
      else expect(cents).toBe('rule_broken')
    }),
  )
})

test('A lead must be a whole number of seconds from 1 to 180', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double()), (seconds) => {
      const allowed = Number.isInteger(seconds) && seconds >= 1 && seconds <= 180
      expect(verdict(() => readLead(seconds))).toBe(allowed ? seconds : 'rule_broken')
    }),
  )
})

test('A maximum must be at least the starting price, or with bids the next acceptable bid', () => {
  const fresh = { bid_count: 0, starting_price_cents: 1_000, current_price_cents: 0, minimum_bid_cents: 1_100 }
  const contested = { ...fresh, bid_count: 3 }
  expect(verdict(() => requireAcceptable(999, fresh))).toBe('bid_too_low')
  expect(verdict(() => requireAcceptable(1_000, fresh))).toBeUndefined()
  expect(verdict(() => requireAcceptable(1_099, contested))).toBe('bid_too_low')
  expect(verdict(() => requireAcceptable(1_100, contested))).toBeUndefined()
})

test('A bid needs an open auction with at least three seconds left', () => {
  expect(verdict(() => requireTime(open, END - 3_000))).toBeUndefined()
  expect(verdict(() => requireTime(open, END - 2_999))).toBe('too_late')
  expect(verdict(() => requireTime(open, END))).toBe('auction_over')
  expect(verdict(() => requireTime({ ...open, closed_at: new Date(0) }, END - 60_000))).toBe('auction_over')
})
