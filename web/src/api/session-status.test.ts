import { expect, test } from 'vitest'
import { sessionStatus } from './session-status.ts'

const statusFor = (status: number, tokenExpired?: string) =>
  sessionStatus(
    new Response(null, { status, headers: tokenExpired === undefined ? {} : { 'X-Token-Expired': tokenExpired } }),
  )

test('A response that rejects an expired token asks for a token exchange', () => {
  expect(statusFor(401, 'true')).toBe('token-expired')
})

test('A response that rejects a wrong password leaves the session unchanged', () => {
  expect(statusFor(401, 'false')).toBe('unchanged')
})

test('A response that rejects the token for any other reason ends the session', () => {
  expect(statusFor(401)).toBe('ended')
})

test('A response with any status but 401 leaves the session unchanged', () => {
  for (const status of [200, 400, 403, 404, 429, 500, 503]) expect(statusFor(status)).toBe('unchanged')
})
