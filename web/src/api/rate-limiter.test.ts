import { CLIENT_REQUESTS } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const read = (endpoint: string, url = endpoint) => ({ method: 'GET', endpoint, url })
const write = (endpoint: string) => ({ method: 'POST', endpoint, url: endpoint })

test('A read that repeats too soon waits for the rest of its interval', () => {
  const admit = createRateLimiter()
  expect(admit(read('/auctions'), 0)).toEqual({ kind: 'allow' })
  expect(admit(read('/auctions'), 200)).toEqual({ kind: 'wait', ms: 300 })
  expect(admit(read('/auctions'), 500)).toEqual({ kind: 'allow' })
})

test('Bids are read at most once a second, and endpoints without a limit of their own every five seconds', () => {
  const admit = createRateLimiter()
  admit(read('/bids'), 0)
  admit(read('/site'), 0)
  expect(admit(read('/bids'), 400)).toEqual({ kind: 'wait', ms: 600 })
  expect(admit(read('/site'), 400)).toEqual({ kind: 'wait', ms: 4_600 })
})

test('What a user has just changed about the account is read again within a fifth of a second', () => {
  const admit = createRateLimiter()
  admit(read('/account/second-factor'), 0)
  admit(read('/admin/deletions'), 0)
  expect(admit(read('/account/second-factor'), 150)).toEqual({ kind: 'wait', ms: 50 })
  expect(admit(read('/admin/deletions'), 150)).toEqual({ kind: 'wait', ms: 50 })
})

test('Reads of one group wait for each other, and not for the reads of another group', () => {
  const admit = createRateLimiter()
  admit(read('/bids/:id', '/bids/1'), 0)
  expect(admit(read('/bids/:id', '/bids/2'), 0)).toEqual({ kind: 'wait', ms: 1_000 })
  expect(admit(read('/bids/:id/receipt', '/bids/2/receipt'), 700)).toEqual({ kind: 'wait', ms: 300 })
  expect(admit(read('/auctions'), 0)).toEqual({ kind: 'allow' })
  expect(admit(read('/auctions/:id/scheduled-bids', '/auctions/3/scheduled-bids'), 0)).toEqual({
    kind: 'wait',
    ms: 500,
  })
})

test('A read for a page that a person has just opened is not delayed, and delays the next one', () => {
  const admit = createRateLimiter()
  admit(read('/bids'), 0)
  expect(admit({ ...read('/bids/:id/receipt', '/bids/2/receipt'), prompt: true }, 100)).toEqual({ kind: 'allow' })
  expect(admit(read('/bids'), 600)).toEqual({ kind: 'wait', ms: 500 })
})

test('Outside the named groups, a read of one record does not delay a read of another record', () => {
  const admit = createRateLimiter()
  admit(read('/account/sessions/:id', '/account/sessions/1'), 0)
  expect(admit(read('/account/sessions/:id', '/account/sessions/2'), 0)).toEqual({ kind: 'allow' })
  admit(read('/mail-links'), 0)
  expect(admit(read('/site'), 0)).toEqual({ kind: 'allow' })
})

test('A write is never delayed', () => {
  const admit = createRateLimiter()
  expect([0, 1, 2].map((now) => admit(write('/auctions'), now).kind)).toEqual(['allow', 'allow', 'allow'])
})

test('The twenty-first call of an endpoint within ten seconds starts a cool-down of five seconds', () => {
  const admit = createRateLimiter()
  for (let i = 0; i < CLIENT_REQUESTS.burst.requests; i += 1) expect(admit(write('/auctions'), i).kind).toBe('allow')
  expect(admit(write('/auctions'), 100)).toEqual({
    kind: 'reject',
    message: 'Burst protection: Too many requests to /auctions',
    retryAfterMs: 5_000,
  })
  expect(admit(write('/auctions'), 5_099).kind).toBe('reject')
  expect(admit(write('/scrape-auction'), 5_099).kind).toBe('allow')
  expect(admit(write('/auctions'), 10_100).kind).toBe('allow')
})

test('Scheduling bids, tokens, health and the clock have no rate limit', () => {
  const admit = createRateLimiter()
  const requests = [
    write('/bids'),
    write('/auth/refresh-token'),
    read('/health'),
    read('/clock'),
    write('/:provider/token/refresh'),
  ]
  for (const request of requests) {
    for (let i = 0; i < 50; i += 1) expect(admit(request, 0)).toEqual({ kind: 'allow' })
  }
})
