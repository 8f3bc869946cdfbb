import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyBidResponse } from './classify-bid-response.ts'

const LEADING =
  '<h3><b>Bid Received! </b></h3><p>You are <strong>currently</strong> the high bidder for this auction. </p>' +
  '<p>This item ends at 10/7/2026 8:39:00 PM PT, check back then for results. </p>'
const OUTBID =
  '<h3><b>You have already been outbid. </b></h3>' +
  '<p>This occurred because someone specfied a higher maximum bid than you. </p>'

const answer = (body: string, status = 200, retryAfter?: string) =>
  classifyBidResponse({ status, retryAfter, date: null, body, sentAt: 1, receivedAt: 2 }, '279250057')
const reply = (fields: object) => answer(JSON.stringify(fields))

test('A message about a high bidder means a leading bid', () => {
  expect(reply({ status: true, result: 1, isUnauthorized: false, currentPrice: 11.99, message: LEADING })).toEqual({
    kind: 'leading',
    priceCents: 1_199,
    siteMessage: expect.stringMatching(/^Bid Received! You are currently the high bidder for this auction\./),
    receivedAt: 2,
  })
})

test('The message tells an outbid bid from a leading bid with the same code', () => {
  expect(reply({ status: true, result: 1, currentPrice: 30, message: OUTBID })).toMatchObject({
    kind: 'outbid',
    priceCents: 3_000,
  })
})

test.each([
  [
    'a message of an outbid and of a leading bid',
    { status: true, result: 1, message: `${LEADING}${OUTBID}` },
    'unknown',
  ],
  [
    'a leading message that promises a mail about an outbid',
    { status: true, result: 1, message: `${LEADING}<p>We will email you if you are outbid.</p>` },
    'unknown',
  ],
  ['an outbid message in capitals', { status: true, result: 1, message: 'Outbid! YOU HAVE BEEN OUTBID' }, 'outbid'],
  ['an outbid message with the flag of an invalid token', { isUnauthorized: true, message: OUTBID }, 'outbid'],
  ['a leading message without a code', { message: LEADING }, 'leading'],
  ['a leading message beside a price in another form', { message: LEADING, currentPrice: '$11.99' }, 'leading'],
  ['a success code without a known message', { status: true, result: 1, message: 'Thank you' }, 'unknown'],
  ['a leading message that the code contradicts', { status: false, result: -1, message: LEADING }, 'unknown'],
  [
    'a message that another bidder leads',
    { status: true, result: 1, message: 'You are not the high bidder' },
    'unknown',
  ],
  [
    'a message that the auction has closed',
    { message: 'Auction has closed. Auction ended as of 12/20/2022 7:01:00 PM PT' },
    'closed',
  ],
  ['the code of a closed auction', { status: false, result: -3, message: '' }, 'closed'],
  ['the code of a bid that is too low', { status: false, result: -5, message: 'No' }, 'too_low'],
  ['the other code of a bid that is too low', { status: false, result: -4 }, 'too_low'],
  ['the flag of an invalid token', { status: false, isUnauthorized: true, message: 'Unauthorized' }, 'unauthorized'],
  ['the code of an invalid token', { status: false, result: -110 }, 'unauthorized'],
  [
    'a message about authentication',
    { status: false, result: -1, message: '<p>Authentication failure</p>' },
    'unauthorized',
  ],
  [
    'a message about an expired session',
    { status: false, result: -1, message: 'Your session has expired. Please sign in again.' },
    'unauthorized',
  ],
  ['a message about a session beside a success code', { status: true, message: 'Please log in again' }, 'unknown'],
  [
    'a message about the account, not about its session',
    { status: false, result: -1, message: 'Your account must sign the terms before you bid in this session.' },
    'refused',
  ],
  [
    'a message about unpaid items',
    { status: false, result: -1, pastDueMessage: 'You have 15 or more open unpaid items.' },
    'account_limit',
  ],
  [
    'a message about the cap on young accounts, which mentions a high bidder',
    {
      status: false,
      result: -1,
      message: 'Accounts under 30 days old may be the high bidder on at most 15 active auctions.',
    },
    'account_limit',
  ],
  ['an unknown code and message', { status: false, result: -42, message: 'Something new' }, 'refused'],
  ['a leading bid on another item', { itemId: 279250058, status: true, result: 1, message: LEADING }, 'unknown'],
  ['a leading bid on its item', { itemId: 279250057, status: true, result: 1, message: LEADING }, 'leading'],
  ['no field', {}, 'unknown'],
  ['fields of other types', { status: 'perhaps', result: 'x', message: { text: 7 }, currentPrice: [] }, 'unknown'],
])('A response with %s and fields %j is classified as %s', (_case, fields, kind) => {
  expect(reply(fields).kind).toBe(kind)
})

test('A bid that is too low is answered with the minimum if the site names it', () => {
  const message = 'Your bid must meet or exceed the minimum bid of $1,012.50.'
  expect(reply({ status: false, result: -5, message })).toMatchObject({ kind: 'too_low', minimumBidCents: 101_250 })
  expect(reply({ status: false, result: -5 })).toMatchObject({ kind: 'too_low', minimumBidCents: null })
})

describe('a response without status 200', () => {
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
  ])('A response with status %i is classified as %s, whatever its body', (status, kind) => {
    expect(answer(JSON.stringify({ status: true, result: 1, message: LEADING }), status).kind).toBe(kind)
  })

  test('A response with status 429 tells how long to wait', () => {
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
])('The body %j is classified as unknown', (body) => {
  expect(answer(body).kind).toBe('unknown')
})

test('No response without a known message is classified as leading', () => {
  fc.assert(
    fc.property(fc.record({ status: fc.jsonValue(), result: fc.jsonValue(), message: fc.jsonValue() }), (fields) => {
      expect(reply(fields).kind).not.toBe('leading')
    }),
  )
})
