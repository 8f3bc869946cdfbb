import { expect, test } from 'vitest'
import { sentenceOf } from './lot-sentence.ts'
import { createBid, createAuction } from '../../../test/lots.ts'

const SITE = 'ShopGoodwill'

test('an armed bid says how much and when', () => {
  expect(sentenceOf({ auction: createAuction(), bid: createBid() }, 'armed', SITE)).toBe(
    'We bid up to $240.00 with 5 seconds left.',
  )
  expect(sentenceOf({ auction: createAuction(), bid: createBid({ secondsBeforeEnd: 1 }) }, 'armed', SITE)).toMatch(
    /with 1 second left/,
  )
})

test('the final minute says when the bid fires, or that there is none', () => {
  expect(sentenceOf({ auction: createAuction(), bid: createBid() }, 'final_minute', SITE)).toBe(
    'Final minute. Bid fires at 0:05.',
  )
  expect(sentenceOf({ auction: createAuction(), bid: null }, 'final_minute', SITE)).toBe(
    'Final minute. No bid scheduled.',
  )
})

test('a paused bid says that it is not sent, and afterwards that it was not', () => {
  expect(sentenceOf({ auction: createAuction(), bid: createBid({ stage: 'paused' }) }, 'paused', SITE)).toBe(
    'Paused: your bid of up to $240.00 is not sent until bidding is resumed.',
  )
  const over = createBid({ status: 'cancelled', outcome: 'paused' })
  expect(sentenceOf({ auction: createAuction(), bid: over }, 'ended', SITE)).toMatch(
    /^Not placed: bidding was paused when the auction closed\./,
  )
})

test('over the maximum says by how much', () => {
  const auction = createAuction({ currentBid: 212, minimumBid: 214.5 })
  expect(sentenceOf({ auction, bid: createBid({ maxBid: 200 }) }, 'over_max', SITE)).toBe(
    'Price is $12.00 above your max. Raise it or let it go.',
  )
  expect(sentenceOf({ auction, bid: createBid({ maxBid: 213 }) }, 'over_max', SITE)).toBe(
    'The next bid is $214.50, above your max. Raise it or let it go.',
  )
})

test('an accepted bid says when the site took it, to the millisecond', () => {
  const bid = createBid({ status: 'executed', executedAt: Date.parse('2026-11-21T02:59:55.214Z') })
  expect(sentenceOf({ auction: createAuction(), bid }, 'accepted', SITE)).toBe(
    'Accepted by ShopGoodwill 6:59:55.214 PM PST.',
  )
})

test('a win says what it cost and what it spared', () => {
  const bid = createBid({ status: 'won', maxBid: 190, finalPrice: 148.5 })
  expect(sentenceOf({ auction: createAuction(), bid }, 'won', SITE)).toBe(
    'Won for $148.50, $41.50 under your max. Pay on ShopGoodwill.',
  )
})

test('a loss says by how much and what it went for, once', () => {
  const auction = createAuction({ currentBid: 46 })
  expect(sentenceOf({ auction, bid: createBid({ status: 'lost', maxBid: 40, finalPrice: 46 }) }, 'lost', SITE)).toBe(
    'Lost by $6.00. Sold for $46.00.',
  )
  expect(sentenceOf({ auction, bid: createBid({ status: 'lost', maxBid: 50, finalPrice: 46 }) }, 'lost', SITE)).toBe(
    'Lost. Sold for $46.00.',
  )
})

test('a bid that was not placed says why, and what the site said', () => {
  const bid = createBid({ status: 'failed', outcome: 'login_refused', errorDetail: 'Wrong password.' })
  expect(sentenceOf({ auction: createAuction(), bid }, 'failed', SITE)).toBe(
    'Not placed: ShopGoodwill refused your login. Wrong password.',
  )
})

const told = (auction: Parameters<typeof createAuction>[0]) =>
  sentenceOf({ auction: createAuction(auction), bid: null }, 'ended', SITE)

test('an auction without a bid says how it ended', () => {
  expect(told({ closedBecause: 'withdrawn' })).toBe('The item was withdrawn.')
  expect(told({ bidCount: 0 })).toBe('Ended without bids.')
  expect(told({ closedBecause: 'ended_early', currentBid: 46 })).toBe('The seller ended it early, at $46.00.')
})
