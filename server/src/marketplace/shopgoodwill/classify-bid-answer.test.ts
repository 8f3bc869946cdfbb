import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { classifyBidAnswer } from './classify-bid-answer.ts'

const LEADING =
  '<h3><b>Bid Received! </b></h3><p>You are <strong>currently</strong> the high bidder for this auction. </p>' +
  '<p>This item ends at 10/7/2026 8:39:00 PM PT, check back then for results. </p>'
const OUTBID =
  '<h3><b>You have already been outbid. </b></h3>' +
  '<p>This occurred because someone specfied a higher maximum bid than you. </p>'

const answer = (body: string, status = 200, retryAfter?: string) =>
  classifyBidAnswer({ status, retryAfter, date: null, body, sentAt: 1, receivedAt: 2 })
const reply = (fields: object) => answer(JSON.stringify(fields))

test('a bid that leads says so in the words of the site', () => {
  expect(reply({ status: true, result: 1, isUnauthorized: false, currentPrice: 11.99, message: LEADING })).toEqual({
    kind: 'leading',
    priceCents: 1_199,
    siteMessage: expect.stringMatching(/^Bid Received! You are currently the high bidder for this auction\./),
    receivedAt: 2,
  })
})

test('a bid outbid on arrival comes with the same code, and only the words tell', () => {
  expect(reply({ status: true, result: 1, currentPrice: 30, message: OUTBID })).toMatchObject({
    kind: 'outbid',
    priceCents: 3_000,
  })
})

test.each([
  ['outbid before anything else', { status: true, result: 1, message: `${LEADING}${OUTBID}` }, 'outbid'],
  ['outbid even with a token in doubt', { isUnauthorized: true, message: OUTBID }, 'outbid'],
  ['the words alone', { message: LEADING }, 'leading'],
  ['a status of true alone is no lead', { status: true, result: 1, message: 'Thank you' }, 'unknown'],
  ['a lead that the code contradicts', { status: false, result: -1, message: LEADING }, 'unknown'],
  ['somebody else leads', { status: true, result: 1, message: 'You are not the high bidder' }, 'unknown'],
  ['closed, in words', { message: 'Auction has closed. Auction ended as of 12/20/2022 7:01:00 PM PT' }, 'closed'],
  ['closed, by code', { status: false, result: -3, message: '' }, 'closed'],
  ['too low, by code', { status: false, result: -5, message: 'No' }, 'too_low'],
  ['too low, by the other code', { status: false, result: -4 }, 'too_low'],
  ['the flag of a bad token', { status: false, isUnauthorized: true, message: 'Unauthorized' }, 'unauthorized'],
  ['the code of a bad token', { status: false, result: -110 }, 'unauthorized'],
  [
    'unpaid items',
    { status: false, result: -1, pastDueMessage: 'You have 15 or more open unpaid items.' },
    'account_limit',
  ],
  [
    'the cap on young accounts, which speaks of a high bidder too',
    {
      status: false,
      result: -1,
      message: 'Accounts under 30 days old may be the high bidder on at most 15 active auctions.',
    },
    'account_limit',
  ],
  ['nothing known', { status: false, result: -42, message: 'Something new' }, 'unknown'],
  ['no field at all', {}, 'unknown'],
  ['fields of other types', { status: 'perhaps', result: 'x', message: { text: 7 }, currentPrice: [] }, 'unknown'],
])('%s', (_what, fields, kind) => {
  expect(reply(fields).kind).toBe(kind)
})

test('too low tells the least that would have done, where the site says it', () => {
  const message = 'Your bid must meet or exceed the minimum bid of $1,012.50.'
  expect(reply({ status: false, result: -5, message })).toMatchObject({ kind: 'too_low', minimumBidCents: 101_250 })
  expect(reply({ status: false, result: -5 })).toMatchObject({ kind: 'too_low', minimumBidCents: null })
})

describe('an answer that is not 200', () => {
  test.each([
    [401, 'unauthorized'],
    [403, 'blocked'],
    [429, 'rate_limited'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
    [400, 'unknown'],
    [404, 'unknown'],
    [302, 'unknown'],
    [204, 'unknown'],
  ])('%i is %s, whatever it says', (status, kind) => {
    expect(answer(JSON.stringify({ status: true, result: 1, message: LEADING }), status).kind).toBe(kind)
  })

  test('429 tells how long to wait', () => {
    expect(answer('', 429, '7')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_000 })
    expect(answer('', 429, 'soon')).toMatchObject({ kind: 'rate_limited', retryAfterMs: null })
  })
})

test.each([
  '',
  'null',
  '[]',
  '"Bid Received!"',
  '{"message":"Bid Rec',
  '<html>Bid Received! You are the high bidder</html>',
])('%j is no answer to a bid', (body) => {
  expect(answer(body).kind).toBe('unknown')
})

test('nothing that is not said in words ever counts as leading', () => {
  fc.assert(
    fc.property(fc.record({ status: fc.jsonValue(), result: fc.jsonValue(), message: fc.jsonValue() }), (fields) => {
      expect(reply(fields).kind).not.toBe('leading')
    }),
  )
})
