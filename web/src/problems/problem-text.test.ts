import { expect, test } from 'vitest'
import { headingOf, spokenText, textOf } from './problem-text.ts'
import type { Problem } from './problem.ts'

const bid = (id: number) => ({ id, auctionId: id, title: 'Lamp', fireAt: id, closesAt: id })
const login = (...ids: number[]): Problem => ({
  kind: 'login',
  key: 'login',
  effect: 'stops',
  ofAuctions: false,
  stop: 'missing',
  siteMessage: null,
  bids: ids.map(bid),
})
const overMax = (...ids: number[]): Problem => ({
  kind: 'over_max',
  key: 'over_max',
  effect: 'stops',
  ofAuctions: true,
  message: 'The price is $31.00, above your max of $15.00.',
  bids: ids.map(bid),
})
const silent = (...ids: number[]): Problem => ({
  kind: 'site_silent',
  refuses: false,
  key: 'site_silent',
  effect: 'endangers',
  ofAuctions: false,
  bids: ids.map(bid),
})

test('The heading counts the problems and the bids, each bid once', () => {
  expect(headingOf([login(1)])).toBe('One problem stops one bid.')
  expect(headingOf([login(1, 2), overMax(2)])).toBe('2 problems stop 2 bids.')
})

test('Beside what stops bids, what may only endanger them is not counted', () => {
  expect(headingOf([silent(1, 2)])).toBe('One problem endangers 2 bids.')
  expect(headingOf([overMax(1), silent(1, 2)])).toBe('One problem stops one bid.')
})

test('An auction that runs on after its bid was outbid names the next bid', () => {
  const outbid: Problem = {
    kind: 'outbid',
    key: 'outbid 1',
    effect: 'stops',
    ofAuctions: true,
    nextBid: 32,
    bids: [bid(1)],
  }
  expect(headingOf([outbid])).toBe('Outbid, with time left to bid again.')
  expect(textOf(outbid, 'ShopGoodwill').title).toBe('Next bid $32.00.')
  expect(headingOf([outbid, overMax(2)])).toBe('2 problems stop 2 bids.')
})

test('A problem that concerns no bid has no heading', () => expect(headingOf([silent()])).toBeNull())

test('A site that refuses this installation is said to, with what may help', () => {
  const { title, text } = textOf({ ...silent(), kind: 'site_silent', refuses: true }, 'ShopGoodwill')
  expect(title).toBe("ShopGoodwill refuses this computer's address or this program. It is not your password.")
  expect(text).toMatch(/^Another network may help, or fewer reads of the site\. /)
})

test('A screen reader says the heading, and what is new of the problems', () => {
  expect(spokenText([login(1), overMax(1)], [login(1)], 'ShopGoodwill')).toBe(
    '2 problems stop one bid. No ShopGoodwill login is stored.',
  )
  expect(spokenText([silent()], [silent()], 'ShopGoodwill')).toBe('ShopGoodwill is not answering.')
})
