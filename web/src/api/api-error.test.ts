import { expect, test } from 'vitest'
import { ApiError, errorFromResponse, messageOf, wasRefused } from './api-error.ts'

test("An error response keeps the server's message, its code and the invalid fields", () => {
  const body = JSON.stringify({
    success: false,
    message: 'Bid must be at least $12.00',
    code: 'bid_too_low',
    details: [{ path: 'maxBid', message: 'too low' }],
  })
  expect(errorFromResponse(422, null, body)).toMatchObject({
    status: 422,
    code: 'bid_too_low',
    message: 'Bid must be at least $12.00',
    details: [{ path: 'maxBid', message: 'too low' }],
    retryAfterMs: null,
  })
})

test('The Retry-After header of an error response is converted to milliseconds', () => {
  expect(errorFromResponse(429, '900', '').retryAfterMs).toBe(900_000)
  expect(errorFromResponse(503, '0', '').retryAfterMs).toBe(0)
  expect(errorFromResponse(503, 'Fri, 20 Nov 2026 17:00:00 GMT', '').retryAfterMs).toBeNull()
})

test('The message of an error response may be in `message` or in `error`', () => {
  expect(errorFromResponse(500, null, '{"message":"Too warm"}').message).toBe('Too warm')
  expect(errorFromResponse(500, null, '{"error":"Too cold"}').message).toBe('Too cold')
})

test('An error response in plain text becomes the message', () => {
  expect(errorFromResponse(502, null, 'upstream timed out').message).toBe('upstream timed out')
})

test('An error response without a readable message is described by its status', () => {
  for (const body of ['', '{}', '[]', '"oops"', 'null', '<html><body>Bad gateway</body></html>']) {
    expect(errorFromResponse(502, null, body).message).toBe('API request failed with status 502')
  }
})

test('A refused sign-in without a message says that the session has expired', () => {
  expect(errorFromResponse(401, null, '<html>').message).toBe('Session expired')
  expect(errorFromResponse(401, null, '{"message":"Wrong key"}').message).toBe('Wrong key')
})

test('Any thrown value has a message for the user', () => {
  const unsaid = new ApiError({ status: 500, code: 'internal', message: '' })
  expect(messageOf(unsaid)).toBe('An unknown API error occurred')
  expect(messageOf(new Error('No'))).toBe('No')
  expect(messageOf('a string')).toBe('Unknown error occurred')
})

test.each([
  [400, 'invalid', true],
  [409, 'conflict', true],
  [422, 'day_limit_reached', true],
  [409, 'idempotency_in_flight', false],
  [409, 'idempotency_done', false],
  [502, 'unreadable', false],
  [503, 'not_confirmed_yet', false],
  [0, 'network', false],
])('A call has no effect only where the server has refused it: %i %s', (status, code, expected) => {
  expect(wasRefused(new ApiError({ status, code, message: 'Why.' }))).toBe(expected)
})
