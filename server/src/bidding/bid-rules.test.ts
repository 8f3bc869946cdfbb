import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { readAmount, readLead } from './bid-rules.ts'

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
