import { expect, test } from 'vitest'
import { errorFromResponse, messageOf } from './api-error.ts'

test("a failure keeps the server's words, its code and the fields at fault", () => {
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

test('how long to wait is known in milliseconds', () => {
  expect(errorFromResponse(429, '900', '').retryAfterMs).toBe(900_000)
  expect(errorFromResponse(503, '0', '').retryAfterMs).toBe(0)
  expect(errorFromResponse(503, 'Fri, 20 Nov 2026 17:00:00 GMT', '').retryAfterMs).toBeNull()
})

test('words are found in `message` or in `error`, whoever wrote them', () => {
  expect(errorFromResponse(500, null, '{"message":"Too warm"}').message).toBe('Too warm')
  expect(errorFromResponse(500, null, '{"error":"Too cold"}').message).toBe('Too cold')
})

test('an answer in plain text is the message itself', () => {
  expect(errorFromResponse(502, null, 'upstream is asleep').message).toBe('upstream is asleep')
})

test('an answer with nothing for people in it is told by its status', () => {
  for (const body of ['', '{}', '[]', '"oops"', 'null', '<html><body>Bad gateway</body></html>']) {
    expect(errorFromResponse(502, null, body).message).toBe('API request failed with status 502')
  }
})

test('anything thrown has words', () => {
  expect(messageOf(new Error('No'))).toBe('No')
  expect(messageOf('a string')).toBe('Unknown error occurred')
})
