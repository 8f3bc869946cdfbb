import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  cancelFailure,
  classifyAction,
  classifyLoginFailure,
  deleteFailure,
  endpoints,
  formatPhone,
  IdParams,
  isEmail,
  listAuctions,
  login,
  messages,
  normalizeEmail,
  passwordStrength,
  registrationFailure,
  registrationFaults,
  replySchema,
  scheduleFailure,
} from './index.ts'

const registration = {
  email: 'ann@example.com',
  password: 'a good one',
  confirmPassword: 'a good one',
  terms: true,
  termsVersion: 'v1.0',
  privacyVersion: 'v1.0',
}

test('every call has its own method and path', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test('a reply carries the wrapper, its data, and the fields that stand at the top', () => {
  const reply = replySchema(login)
  const profile = {
    id: 1,
    email: 'ann@example.com',
    email_verified: false,
    auth_provider: 'password',
    subscription_tier: 'trial',
    default_seconds_before_end: 5,
    day_limit: null,
    phone_number: null,
    sms_opt_in: false,
    created_at: '2026-11-20T18:00:00.000Z',
  }
  expect(z.safeParse(reply, { success: true, data: { profile }, token: 'a.b.c' }).success).toBe(true)
  expect(z.safeParse(reply, { success: true, data: { profile } }).success).toBe(false)
})

test('an unknown field in a request is refused by name', () => {
  const result = z.safeParse(login.body, { email: 'a@b.co', password: 'x', is_admin: true })
  expect(result.success).toBe(false)
  expect(JSON.stringify(result.error?.issues)).toContain('is_admin')
})

test('a record number in a path is a positive whole number', () => {
  for (const id of ['0', '-1', '1.5', 'abc', '9007199254740993', '', ' 5', '0x10', '1e3', '٣', '05']) {
    expect(z.safeParse(IdParams, { id }).success, id).toBe(false)
  }
  expect(z.parse(IdParams, { id: '42' })).toEqual({ id: 42 })
})

test('a status filter names known statuses only', () => {
  expect(z.safeParse(listAuctions.query, { status: 'won,lost,outbid' }).success).toBe(true)
  expect(z.safeParse(listAuctions.query, { status: 'won;drop' }).success).toBe(false)
})

test.each([
  ['  Ann@Example.COM ', 'ann@example.com'],
  ['a<b>nn@example.com', 'abnn@example.com'],
  ['ann+goodwill@example.com', 'ann+goodwill@example.com'],
])('the e-mail %j is taken as %j', (typed, taken) => {
  expect(normalizeEmail(typed)).toBe(taken)
})

test.each(['ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', `${'a'.repeat(250)}@example.com`])(
  '%j is not an e-mail address',
  (typed) => expect(isEmail(typed)).toBe(false),
)

test('a registration that breaks every rule is told each of them by field', () => {
  const faults = registrationFaults({
    ...registration,
    email: 'nobody',
    password: 'short',
    confirmPassword: 'other',
    terms: false,
    smsOptIn: true,
    phoneNumber: '555 123',
  })
  expect(faults).toEqual([
    { path: 'email', message: messages.account.emailInvalid },
    { path: 'password', message: messages.account.passwordTooShort },
    { path: 'confirmPassword', message: messages.account.passwordsDiffer },
    { path: 'terms', message: messages.account.termsRequired },
    { path: 'phoneNumber', message: messages.account.phoneInvalid },
  ])
})

test('a phone number is needed only for SMS, and is then ten digits', () => {
  expect(registrationFaults(registration)).toEqual([])
  expect(registrationFaults({ ...registration, smsOptIn: true })).toEqual([
    { path: 'phoneNumber', message: messages.account.phoneRequired },
  ])
  expect(registrationFaults({ ...registration, smsOptIn: true, phoneNumber: '(555) 123-4567' })).toEqual([])
})

test('a phone number takes its form as it is typed', () => {
  expect(['555', '5551', '5551234567', '55512345678'].map(formatPhone)).toEqual([
    '555',
    '(555) 1',
    '(555) 123-4567',
    '(555) 123-4567',
  ])
})

test('a password is as strong as the criteria it meets', () => {
  expect(
    ['', 'password', 'password1', 'Password1', 'Password1!', 'Password1!long'].map((p) => passwordStrength(p).label),
  ).toEqual(['Very Weak', 'Weak', 'Fair', 'Good', 'Strong', 'Very Strong'])
})

test.each([
  [messages.login.wrongCredentials, 'invalid_credentials'],
  [messages.login.lockedToast, 'account_locked'],
  [messages.generic.networkError, 'network_error'],
  ['Teapot', 'unknown'],
] as const)('%j is a login failure of type %s', (message, type) => {
  expect(classifyLoginFailure(message)).toBe(type)
})

test('what the user was doing is told from the path', () => {
  expect(classifyAction('/dashboard/add-auction')).toBe('adding_auction')
  expect(classifyAction('/dashboard/snipe/3')).toBe('scheduling_snipe')
  expect(classifyAction('/dashboard')).toBe('viewing_dashboard')
  expect(classifyAction('/settings')).toBe('updating_settings')
  expect(classifyAction('/pricing', 20)).toBe('placing_bid')
  expect(classifyAction('/pricing')).toBe('general')
})

test("a server's rule becomes the sentence that users read", () => {
  expect(scheduleFailure(messages.bid.amountNotPositive)).toBe(
    'The bid amount must be greater than $0. Please check and try again.',
  )
  expect(scheduleFailure(messages.bid.belowMinimum('$12.00'))).toBe('Bid must be at least $12.00')
  expect(scheduleFailure('Teapot')).toBe(
    'Something went wrong while scheduling your bid. Please try again. (Details: Teapot)',
  )
  expect(cancelFailure(messages.bid.cannotCancel)).toBe("This bid cannot be canceled because it's no longer pending.")
  expect(deleteFailure(messages.bid.forbidden)).toBe("You don't have permission to delete this bid.")
  expect(registrationFailure(messages.account.passwordTooShort)).toBe(messages.account.passwordRejected)
  expect(registrationFailure(messages.account.emailTaken)).toBe(messages.account.emailTaken)
})

test('the words for a failed login change with the attempt', () => {
  const said = [1, 2, 3, 4, 5].map(messages.login.attemptToast)
  expect(new Set(said).size).toBe(4)
  expect(said[4]).toBe(said[3])
})
