import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { isRefusal } from './is-refusal.ts'

test.each([
  [409, 'plan_change_refused', true],
  [422, 'rule_broken', true],
  [0, 'network_error', false],
  [401, 'signed_out', false],
  [429, 'rate_limited', false],
  [503, 'payments_unavailable', false],
  [413, 'unreadable', false],
])('Asking again changes nothing only after a refusal by the server: %i %s', (status, code, expected) => {
  expect(isRefusal(new ApiError({ status, code, message: 'Why.' }))).toBe(expected)
})
