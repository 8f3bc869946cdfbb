import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import {
  afterFailure,
  asOf,
  type Attempts,
  failureToast,
  loginFailureOf,
  NO_ATTEMPTS,
  panelTitle,
} from './login-attempts.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const wrong = loginFailureOf(new ApiError({ status: 401, code: 'wrong', message: messages.login.wrong }))
const locked = loginFailureOf(
  new ApiError({ status: 429, code: 'account_locked', message: messages.login.lockedToast, retryAfterMs: 9 * MINUTE }),
)
const offline = loginFailureOf(new ApiError({ status: 0, code: 'network', message: messages.generic.noAnswer }))
const busy = loginFailureOf(new ApiError({ status: 503, code: 'busy', message: messages.generic.unavailable }))

const failing = (times: number) =>
  Array.from({ length: times }).reduce<Attempts>((attempts) => afterFailure(attempts, wrong, NOW), NO_ATTEMPTS)

test('each refused password has its own advice', () => {
  expect([1, 2, 3].map((times) => failureToast(failing(times), wrong).says)).toEqual([
    'Login failed. Check your email and password, then try again.',
    "Login failed again. Having trouble? Try 'Forgot Password' or sign in with Google.",
    'Login failed. Reset your password or contact support if you need help.',
  ])
})

test('the panel is titled by how often it has failed, and why', () => {
  expect(panelTitle(failing(1), wrong)).toBe('Login Failed')
  expect(panelTitle(failing(3), wrong)).toBe('Still Having Trouble?')
  expect(panelTitle(failing(4), wrong)).toBe('Account Temporarily Locked')
  expect(panelTitle(failing(2), offline)).toBe('Connection Problem')
})

test('the fourth refused password locks the form for fifteen minutes', () => {
  expect(failing(3).lockedUntil).toBeNull()
  expect(failing(4)).toEqual({ failures: 4, lockedUntil: NOW + 15 * MINUTE })
  expect(failureToast(failing(4), wrong)).toEqual({ says: messages.login.lockedToast, persistent: true })
})

test("the server's own lock lasts as long as it says", () => {
  expect(afterFailure(NO_ATTEMPTS, locked, NOW)).toEqual({ failures: 1, lockedUntil: NOW + 9 * MINUTE })
})

test('a lock ends by itself, and the count begins again', () => {
  expect(asOf(failing(4), NOW + 15 * MINUTE - 1).failures).toBe(4)
  expect(asOf(failing(4), NOW + 15 * MINUTE)).toEqual(NO_ATTEMPTS)
})

test('a bad network or a busy server never counts towards the lock', () => {
  expect(afterFailure(failing(3), offline, NOW)).toEqual(failing(3))
  expect(afterFailure(failing(3), busy, NOW)).toEqual(failing(3))
})

test('the form says what went wrong in the words of the product', () => {
  expect(wrong.says).toBe('Invalid email or password. Please try again.')
  expect(offline.says).toBe('Network error. Please check your connection and try again.')
  expect(loginFailureOf(new Error('boom')).says).toBe('An unexpected error occurred. Please try again.')
  expect(busy.says).toBe(messages.generic.unavailable)
})
