import { expect, test } from 'vitest'
import { buildUrl } from './build-url.ts'

test('URL parameters are inserted into the path and escaped', () => {
  expect(buildUrl('/auctions/:id/refresh', { params: { id: 12 } })).toBe('/auctions/12/refresh')
  expect(buildUrl('/:provider/token', { params: { provider: '../admin?x' } })).toBe('/..%2Fadmin%3Fx/token')
})

test('Undefined query values are left out of the URL', () => {
  expect(buildUrl('/auctions', { query: { status: 'won,lost', cursor: undefined, limit: 50 } })).toBe(
    '/auctions?status=won%2Clost&limit=50',
  )
  expect(buildUrl('/auctions', {})).toBe('/auctions')
  expect(buildUrl('/auctions', { query: { cursor: undefined } })).toBe('/auctions')
})
