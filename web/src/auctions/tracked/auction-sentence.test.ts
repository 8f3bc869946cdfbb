import type { Bid } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createAuction, createBid, createGroupOfBid } from '../../../test/auctions.ts'
import { sentenceOf } from './auction-sentence.ts'

const SITE = 'ShopGoodwill'

test('The sentence of an armed bid states its maximum and its lead', () => {
  expect(sentenceOf({ auction: createAuction(), bid: createBid() }, 'armed', SITE)).toBe(
    'We bid up to $240.00 with 5 seconds left.',
  )
  expect(sentenceOf({ auction: createAuction(), bid: createBid({ secondsBeforeEnd: 1 }) }, 'armed', SITE)).toMatch(
    /with 1 second left/,
  )
})

const sayOfGroup = (
  group: Parameters<typeof createGroupOfBid>[0],
  state: 'armed' | 'held' | 'not_sent',
  outcome: Bid['outcome'] = null,
) => sentenceOf({ auction: createAuction(), bid: createBid({ outcome, group: createGroupOfBid(group) }) }, state, SITE)

test('The sentence of a bid in a group states what it waits for, and why it was not sent', () => {
  const about = { bid_id: 7, title: 'Lionel 2343' }
  expect(sayOfGroup({}, 'armed')).toBe('We bid up to $240.00 with 5 seconds left, unless its group has won by then.')
  expect(sayOfGroup({ state: 'held', held_because: 'unknown', about }, 'held')).toBe(
    'Waiting for the result of Lionel 2343.',
  )
  expect(sayOfGroup({ state: 'skipped', about }, 'not_sent', 'group_won')).toBe(
    'Not sent: you won Lionel 2343, and its group buys no more.',
  )
  expect(sayOfGroup({ state: 'skipped' }, 'not_sent', 'group_won')).toBe('Not sent: its group has won what it may.')
  expect(sayOfGroup({ state: 'skipped', about }, 'not_sent', 'group_unknown')).toBe(
    'Not sent: the result of Lionel 2343 was not known when this closed.',
  )
  expect(sayOfGroup({ state: 'skipped' }, 'not_sent', 'group_budget')).toBe(
    "Not sent: it did not fit into what was left of the group's budget.",
  )
})

test('The sentence of the final minute states when it bids, or that none is scheduled', () => {
  expect(sentenceOf({ auction: createAuction(), bid: createBid() }, 'final_minute', SITE)).toBe(
    'Final minute. Bids with 5 s left.',
  )
  expect(sentenceOf({ auction: createAuction(), bid: null }, 'final_minute', SITE)).toBe(
    'Final minute. No bid scheduled.',
  )
})

test('The sentence of a paused bid states that it is not sent, and after the end that it was not', () => {
  expect(sentenceOf({ auction: createAuction(), bid: createBid({ phase: 'paused' }) }, 'paused', SITE)).toBe(
    'Paused: your bid of up to $240.00 is not sent until bidding is resumed.',
  )
  const over = createBid({ status: 'cancelled', outcome: 'paused' })
  expect(sentenceOf({ auction: createAuction(), bid: over }, 'ended', SITE)).toMatch(
    /^Not placed: bidding was paused when the auction closed\./,
  )
})

test('The sentence of an auction over its maximum states by how much the price exceeds it', () => {
  const auction = createAuction({ currentBid: 212, minimumBid: 214.5 })
  expect(sentenceOf({ auction, bid: createBid({ maxBid: 200 }) }, 'over_max', SITE)).toBe(
    'Price is $12.00 above your max. Raise it or let it go.',
  )
})

test.each([212, 213])('With a maximum of %d at or above the price, the sentence states the next bid', (maxBid) => {
  const auction = createAuction({ currentBid: 212, minimumBid: 214.5 })
  expect(sentenceOf({ auction, bid: createBid({ maxBid }) }, 'over_max', SITE)).toBe(
    'The next bid is $214.50, above your max. Raise it or let it go.',
  )
})

test('The sentence of a bid that the site refused as too low names no price that was read before', () => {
  const auction = createAuction({ currentBid: 7.99, minimumBid: 8.99 })
  expect(sentenceOf({ auction, bid: createBid({ status: 'outbid', maxBid: 10 }) }, 'over_max', SITE)).toBe(
    'The price has passed your max. Raise it or let it go.',
  )
})

test('The sentence of an accepted bid states the time to the millisecond', () => {
  const bid = createBid({ status: 'executed', executedAt: Date.parse('2026-11-21T02:59:55.214Z') })
  expect(sentenceOf({ auction: createAuction(), bid }, 'accepted', SITE)).toBe(
    'Accepted by ShopGoodwill 6:59:55.214 PM PST.',
  )
})

test('The sentence of a bid without an answer states since when it is being checked, and until when', () => {
  const bid = createBid({ phase: 'checking', checkingSince: Date.parse('2026-11-21T02:59:55.214Z') })
  expect(sentenceOf({ auction: createAuction(), bid }, 'checking', SITE)).toBe(
    'Sent, but ShopGoodwill has not confirmed it. We have been checking it since 6:59:55 PM PST, and go on until ShopGoodwill shows whether it counts.',
  )
})

test('The sentence of a pending result states the close, unless the auction ended at another time', () => {
  const auction = createAuction({ endsOn: Date.parse('2026-11-21T03:00:00Z') })
  const bid = createBid({ status: 'executed' })
  expect(sentenceOf({ auction, bid }, 'result_pending', SITE)).toBe(
    'Ended 7:00:00 PM PST. We have been checking the result since.',
  )
  expect(sentenceOf({ auction, bid: { ...bid, ledAtClose: true } }, 'result_pending', SITE)).toBe(
    'You led when it closed. Confirming…',
  )
  expect(sentenceOf({ auction: { ...auction, closedBecause: 'ended_early' }, bid }, 'result_pending', SITE)).toBe(
    'Ended. We are checking the result.',
  )
})

test('The sentence of a bid on a withdrawn auction states until when the item has to be back', () => {
  const auction = createAuction({ closedBecause: 'withdrawn' })
  const bid = createBid({ fireAt: Date.parse('2026-11-21T02:59:55Z'), secondsBeforeEnd: 5 })
  expect(sentenceOf({ auction, bid }, 'withdrawn', SITE)).toBe(
    'The item was withdrawn. Your bid counts only if the item is back by Nov 20, 7:00 PM PST.',
  )
  expect(sentenceOf({ auction, bid: null }, 'ended', SITE)).toBe('The item was withdrawn.')
})

test('The sentence of a bid that led at the close states so until its result is confirmed', () => {
  const bid = createBid({ status: 'executed', phase: 'checking', ledAtClose: true })
  expect(sentenceOf({ auction: createAuction(), bid }, 'result_pending', SITE)).toBe(
    'You led when it closed. Confirming…',
  )
})

test('The sentence of a bid that the login stops states why it is not sent', () => {
  expect(sentenceOf({ auction: createAuction(), bid: createBid(), loginStop: 'refused' }, 'stopped', SITE)).toBe(
    "ShopGoodwill refuses your login, so this bid won't be sent.",
  )
})

test('The sentence of a won auction states its price and what is left of the maximum', () => {
  const bid = createBid({ status: 'won', maxBid: 190, finalPrice: 148.5 })
  expect(sentenceOf({ auction: createAuction(), bid }, 'won', SITE)).toBe(
    'Won for $148.50, $41.50 under your max. Pay on ShopGoodwill.',
  )
})

test('The sentence of a won auction names no price before the site has shown the final one', () => {
  const bid = createBid({ status: 'won', finalPrice: null })
  expect(sentenceOf({ auction: createAuction({ currentBid: 12 }), bid }, 'won', SITE)).toBe('Won. Pay on ShopGoodwill.')
})

test('The sentence of a lost auction states how far the price went, and that the maximum of the winner is not known', () => {
  const auction = createAuction({ currentBid: 46 })
  expect(sentenceOf({ auction, bid: createBid({ status: 'lost', maxBid: 40, finalPrice: 46 }) }, 'lost', SITE)).toBe(
    "Lost: sold for $46.00, $6.00 above your max. The winner's own max is not known, and may be far higher.",
  )
  expect(sentenceOf({ auction, bid: createBid({ status: 'lost', maxBid: 50, finalPrice: 46 }) }, 'lost', SITE)).toBe(
    'Lost: sold for $46.00.',
  )
  const bid = createBid({ status: 'lost', maxBid: 20, finalPrice: 22.5 })
  expect(sentenceOf({ auction, bid }, 'lost', SITE)).toBe(
    "Lost: sold for $22.50, one step above your max. The winner's own max is not known, and may be far higher.",
  )
  expect(sentenceOf({ auction, bid: { ...bid, finalPrice: 20 } }, 'lost', SITE)).toBe(
    'Lost: sold for $20.00, to an equal bid that came first.',
  )
})

test('The sentence of a bid that was not placed is its detail, or the reason without one', () => {
  const errorDetail = 'Not sent: ShopGoodwill refused your login. It said: “Wrong password.”'
  const bid = createBid({ status: 'failed', outcome: 'login_refused', errorDetail })
  expect(sentenceOf({ auction: createAuction(), bid }, 'failed', SITE)).toBe(errorDetail)
  expect(sentenceOf({ auction: createAuction(), bid: { ...bid, errorDetail: null } }, 'failed', SITE)).toBe(
    'Not placed: ShopGoodwill refused your login.',
  )
})

test('The sentence of a bid whose result stayed unknown does not claim that it was not placed', () => {
  const bid = createBid({ status: 'executed', phase: 'settled', outcome: 'unresolved' })
  expect(sentenceOf({ auction: createAuction(), bid }, 'result_unknown', SITE)).toMatch(/^The bid was sent, but/)
})

const endedSentence = (auction: Parameters<typeof createAuction>[0]) =>
  sentenceOf({ auction: createAuction(auction), bid: null }, 'ended', SITE)

test('The sentence of an ended auction without a bid states how it ended', () => {
  expect(endedSentence({ closedBecause: 'withdrawn' })).toBe('The item was withdrawn.')
  expect(endedSentence({ bidCount: 0 })).toBe('Ended without bids.')
  expect(endedSentence({ closedBecause: 'ended_early', currentBid: 46 })).toBe('The seller ended it early, at $46.00.')
})
