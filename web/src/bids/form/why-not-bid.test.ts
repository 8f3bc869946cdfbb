import { expect, test } from 'vitest'
import { whyNotBid } from './why-not-bid.ts'

const status = {
  hasCredentials: true,
  username: 'd***o',
  hasValidToken: true,
  tokenExpired: false,
  lastVerified: null,
  problem: null,
}
const NEEDED = 'Please add your ShopGoodwill credentials in Settings before placing bids.'

test('a bid needs a stored site login', () => {
  expect(whyNotBid({ data: status, isError: false })).toBeNull()
  expect(whyNotBid({ data: { ...status, hasCredentials: false }, isError: false })).toBe(NEEDED)
})

test('a site login that could not be asked about counts as none', () => {
  expect(whyNotBid({ data: undefined, isError: true })).toBe(NEEDED)
})

test('nothing is held against a login while it is being asked about', () => {
  expect(whyNotBid({ data: undefined, isError: false })).toBeNull()
})
