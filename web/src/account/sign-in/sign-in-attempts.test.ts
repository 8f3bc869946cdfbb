import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import {
  afterFailure,
  type Attempts,
  attemptsAt,
  failureToast,
  signInFailureOf,
  NO_ATTEMPTS,
  offersAfter,
  panelTitle,
} from './sign-in-attempts.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const wrong = signInFailureOf(new ApiError({ status: 401, code: 'wrong', message: messages.signIn.wrongCredentials }))
const locked = signInFailureOf(
  new ApiError({
    status: 429,
    code: 'account_locked',
    message: messages.signIn.lockedToast(0),
    retryAfterMs: 9 * MINUTE,
  }),
)
const offline = signInFailureOf(new ApiError({ status: 0, code: 'network', message: messages.generic.networkError }))
const broken = signInFailureOf(new ApiError({ status: 502, code: 'unreadable', message: 'Login failed' }))
const busy = signInFailureOf(new ApiError({ status: 503, code: 'busy', message: messages.generic.unavailable }))

const failing = (times: number) =>
  Array.from({ length: times }).reduce<Attempts>((attempts) => afterFailure(attempts, wrong, NOW), NO_ATTEMPTS)

test('Each of the first three wrong passwords shows its own advice', () => {
  expect([1, 2, 3].map((times) => failureToast(failing(times), wrong).text)).toEqual([
    'Login failed. Check your email and password, then try again.',
    "Login failed again. Having trouble? Try 'Forgot Password' or sign in with Google.",
    'Login failed. Reset your password or contact support if you need help.',
  ])
})

test('The title of the error banner depends on the number of failures and their cause', () => {
  expect(panelTitle(failing(1), wrong)).toBe('Login Failed')
  expect(panelTitle(failing(3), wrong)).toBe('Still Having Trouble?')
  expect(panelTitle(failing(4), wrong)).toBe('Account Temporarily Locked')
  expect(panelTitle(failing(2), offline)).toBe('Connection Problem')
})

test('The fourth wrong password, for whatever e-mails, locks the form for fifteen minutes and has its own toast', () => {
  expect(failing(3).lockedUntil).toBeNull()
  expect(failing(4)).toEqual({ failures: 4, refused: 4, lockedUntil: NOW + 15 * MINUTE })
  expect(failureToast(failing(4), wrong)).toEqual({
    text: 'Multiple login failures detected. Consider resetting your password for faster access.',
    persistent: false,
  })
})

test('A lock by the server lasts as long as the server says, and its toast stays', () => {
  const after = afterFailure(NO_ATTEMPTS, locked, NOW)
  expect(after).toEqual({ failures: 1, refused: 1, lockedUntil: NOW + 9 * MINUTE })
  expect(failureToast(after, locked)).toEqual({ text: messages.signIn.lockedToast(0), persistent: true })
})

test('When a lock has ended, the failures are counted from zero', () => {
  expect(attemptsAt(failing(4), NOW + 15 * MINUTE - 1).failures).toBe(4)
  expect(attemptsAt(failing(4), NOW + 15 * MINUTE)).toEqual(NO_ATTEMPTS)
})

test('A network error or an overloaded server counts for the panel, but never towards the lock', () => {
  for (const failure of [offline, busy, broken]) {
    expect(afterFailure(failing(3), failure, NOW)).toEqual({ failures: 4, refused: 3, lockedUntil: null })
  }
  expect(failureToast(failing(0), offline).text).toBe(messages.signIn.networkToast)
  expect(failureToast(failing(0), busy).text).toBe('Login failed. Please try again later.')
})

const after = (failures: number, google: boolean) => offersAfter({ ...NO_ATTEMPTS, failures }, { google })

test('The panel offers more with each failure, and everything when the form is locked', () => {
  expect([1, 2, 3].map((failures) => after(failures, true))).toEqual([
    ['google'],
    ['google', 'reset'],
    ['google', 'reset', 'support'],
  ])
  expect([1, 2, 3].map((failures) => after(failures, false))).toEqual([[], ['reset'], ['reset', 'support']])
  const lockedAtOnce = afterFailure(NO_ATTEMPTS, locked, NOW)
  expect(offersAfter(lockedAtOnce, { google: false })).toEqual(['reset', 'support'])
})

test('Each kind of sign-in failure has its own message in the form', () => {
  expect(wrong.message).toBe('Invalid email or password. Please try again.')
  expect(offline.message).toBe('Network error. Please check your connection and try again.')
  expect(signInFailureOf(new Error('boom')).message).toBe('An unexpected error occurred. Please try again.')
  expect(broken.message).toBe('An unexpected error occurred. Please try again.')
  expect(busy.message).toBe(messages.generic.unavailable)
})

test('A suspended account is told in the words of the server, and never locks the form', () => {
  const message = messages.signIn.suspendedByOperator('Bids that are not paid')
  const suspended = signInFailureOf(new ApiError({ status: 403, code: 'forbidden', message }))
  expect(suspended.message).toBe(message)
  const after = afterFailure(failing(3), suspended, NOW)
  expect(after).toEqual({ failures: 4, refused: 3, lockedUntil: null })
  expect(failureToast(after, suspended)).toEqual({ text: message, persistent: false })
})
