import { expect, test } from 'vitest'
import { whyNotBid } from './why-not-bid.ts'

const status = {
  hasCredentials: true,
  username: 'd***o',
  hasValidToken: true,
  tokenExpired: false,
  lastVerified: null,
  refused: false,
  problem: null,
  shared: false,
}
const NEEDED = 'Please add your ShopGoodwill credentials in Settings before placing bids.'

test('Bidding needs a stored login at the site', () => {
  expect(whyNotBid({ data: status, isError: false }, 'ShopGoodwill')).toBeNull()
  expect(whyNotBid({ data: { ...status, hasCredentials: false }, isError: false }, 'ShopGoodwill')).toBe(NEEDED)
})

test('A login whose state failed to load counts as none', () => {
  expect(whyNotBid({ data: undefined, isError: true }, 'ShopGoodwill')).toBe(NEEDED)
})

test('Bidding is not refused while the state of the login loads', () => {
  expect(whyNotBid({ data: undefined, isError: false }, 'ShopGoodwill')).toBeNull()
})
