import { expect, test } from 'vitest'
import { firstStepsOf } from './first-steps.ts'

const status = {
  hasCredentials: true,
  username: 'd••o',
  hasValidToken: true,
  tokenExpired: false,
  lastVerified: null,
  refused: false,
  problem: null,
  shared: false,
}
const practice = { name: 'Auction House', practice: true }
const real = { name: 'ShopGoodwill', practice: false }
const ticks = (facts: Parameters<typeof firstStepsOf>[0]) => firstStepsOf(facts).map(({ isDone }) => isDone)

test('On the practice site, the first steps name its demo login and end with a win', () => {
  const none = { status: { ...status, hasCredentials: false }, auctionCount: 0, bids: [], site: practice }
  expect(firstStepsOf(none)[0]?.name).toBe('Connect Auction House (demo / demo)')
  expect(ticks(none)).toEqual([false, false, false])
  expect(ticks({ ...none, status, auctionCount: 1, bids: [{ status: 'pending' }] })).toEqual([true, true, false])
  expect(ticks({ ...none, status, auctionCount: 0, bids: [{ status: 'won' }] })).toEqual([true, true, true])
})

test('On a real site, the first steps end with a scheduled bid, and a cancelled bid does not count', () => {
  const connected = { status, auctionCount: 1, site: real }
  expect(ticks({ ...connected, bids: [{ status: 'cancelled' }] })).toEqual([true, true, false])
  expect(ticks({ ...connected, bids: [{ status: 'pending' }] })).toEqual([true, true, true])
})

test('A login that the site refuses is not connected', () => {
  expect(ticks({ status: { ...status, refused: true }, auctionCount: 1, bids: [], site: real })[0]).toBe(false)
})
