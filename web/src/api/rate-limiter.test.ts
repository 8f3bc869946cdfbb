import { CLIENT_REQUESTS } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const read = (endpoint: string, url = endpoint) => ({ method: 'GET', endpoint, url })
const act = (endpoint: string) => ({ method: 'POST', endpoint, url: endpoint })

test('a read that follows the same read too closely waits for the rest of its interval', () => {
  const admit = createRateLimiter()
  expect(admit(read('/auctions'), 0)).toEqual({ kind: 'go' })
  expect(admit(read('/auctions'), 200)).toEqual({ kind: 'wait', ms: 300 })
  expect(admit(read('/auctions'), 500)).toEqual({ kind: 'go' })
})

test('bids are read at most once a second, and unnamed things every five seconds', () => {
  const admit = createRateLimiter()
  admit(read('/bids'), 0)
  admit(read('/site'), 0)
  expect(admit(read('/bids'), 400)).toEqual({ kind: 'wait', ms: 600 })
  expect(admit(read('/site'), 400)).toEqual({ kind: 'wait', ms: 4_600 })
})

test('reads of different records do not hold each other up', () => {
  const admit = createRateLimiter()
  admit(read('/bids/:id', '/bids/1'), 0)
  expect(admit(read('/bids/:id', '/bids/2'), 0)).toEqual({ kind: 'go' })
})

test("a user's own act is never delayed", () => {
  const admit = createRateLimiter()
  expect([0, 1, 2].map((now) => admit(act('/auctions'), now).kind)).toEqual(['go', 'go', 'go'])
})

test('the twenty-first call of an endpoint within ten seconds is refused, and it cools down for five', () => {
  const admit = createRateLimiter()
  for (let i = 0; i < CLIENT_REQUESTS.burst.requests; i += 1) expect(admit(act('/auctions'), i).kind).toBe('go')
  expect(admit(act('/auctions'), 100)).toEqual({
    kind: 'refuse',
    message: 'Burst protection: Too many requests to /auctions',
    retryAfterMs: 5_000,
  })
  expect(admit(act('/auctions'), 5_099).kind).toBe('refuse')
  expect(admit(act('/scrape-auction'), 5_099).kind).toBe('go')
  expect(admit(act('/auctions'), 10_100).kind).toBe('go')
})

test('scheduling bids, tokens, health and the clock are held up by nothing', () => {
  const admit = createRateLimiter()
  const requests = [
    act('/bids'),
    act('/auth/refresh-token'),
    read('/health'),
    read('/clock'),
    act('/:provider/token/refresh'),
  ]
  for (const request of requests) {
    for (let i = 0; i < 50; i += 1) expect(admit(request, 0)).toEqual({ kind: 'go' })
  }
})
