import { expect, test } from 'vitest'
import { urlOf } from './url-of.ts'

test('parameters fill in the path, and cannot break out of it', () => {
  expect(urlOf('/auctions/:id/refresh', { params: { id: 12 } })).toBe('/auctions/12/refresh')
  expect(urlOf('/:provider/token', { params: { provider: '../admin?x' } })).toBe('/..%2Fadmin%3Fx/token')
})

test('only what is asked for stands in the query', () => {
  expect(urlOf('/auctions', { query: { status: 'won,lost', cursor: undefined, limit: 50 } })).toBe(
    '/auctions?status=won%2Clost&limit=50',
  )
  expect(urlOf('/auctions', {})).toBe('/auctions')
  expect(urlOf('/auctions', { query: { cursor: undefined } })).toBe('/auctions')
})
