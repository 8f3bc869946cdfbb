import { expect, test } from 'vitest'
import { buildUrl } from './build-url.ts'

test('parameters fill in the path, and cannot break out of it', () => {
  expect(buildUrl('/auctions/:id/refresh', { params: { id: 12 } })).toBe('/auctions/12/refresh')
  expect(buildUrl('/:provider/token', { params: { provider: '../admin?x' } })).toBe('/..%2Fadmin%3Fx/token')
})

test('only what is asked for stands in the query', () => {
  expect(buildUrl('/auctions', { query: { status: 'won,lost', cursor: undefined, limit: 50 } })).toBe(
    '/auctions?status=won%2Clost&limit=50',
  )
  expect(buildUrl('/auctions', {})).toBe('/auctions')
  expect(buildUrl('/auctions', { query: { cursor: undefined } })).toBe('/auctions')
})
