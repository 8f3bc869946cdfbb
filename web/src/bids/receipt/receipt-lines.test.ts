import type { Receipt } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { exactTimes } from './exact-times.ts'
import { beforeClose, moneyLines, proofOf, timeLines } from './receipt-lines.ts'

const receipt: Receipt = {
  bid: {
    id: 1,
    auction_id: '279250057',
    tracked_auction_id: 1,
    user_id: 1,
    title: 'Lamp',
    max_bid: 190,
    seconds_before_end: 7,
    status: 'won',
    phase: 'settled',
    outcome: 'won',
    checking_since: null,
    delivered: null,
    led_at_close: false,
    fire_at: '2026-11-21T02:59:53.000Z',
    restored: null,
    group: null,
    final_price: 148.5,
    executed_at: '2026-11-21T02:59:53.031Z',
    error_detail: null,
    preflight: null,
    created_at: '2026-11-20T02:00:00.000Z',
    updated_at: '2026-11-21T03:00:04.000Z',
  },
  item_url: 'https://shopgoodwill.com/item/279250057',
  image_url: null,
  price_history: [],
  ends_at: '2026-11-21T03:00:00.000Z',
  planned_at: '2026-11-21T02:59:53.000Z',
  armed_at: null,
  locked_in_at: null,
  sent_at: '2026-11-21T02:59:53.020Z',
  answered_at: null,
  verified_at: null,
  settled_at: null,
  sent_before_end_ms: 6_980,
  clock_offset_ms: 3_701,
  clock_uncertainty_ms: 8.4,
  round_trip_ms: 22.6,
  site_words: 'Bid Received!',
  margin: 41.5,
  note: null,
  summary: 'Won for $148.50.',
  events: [],
}
const pacific = exactTimes('America/Los_Angeles')
const berlin = exactTimes('Europe/Berlin')
const times = (given: Receipt, viewer = pacific) =>
  Object.fromEntries(
    timeLines(given, viewer).map(({ name, value, viewerTime }) => [
      name,
      viewerTime === undefined ? value : [value, viewerTime],
    ]),
  )
const money = (given: Receipt) => Object.fromEntries(moneyLines(given).map((line) => [line.name, line.value]))

test('A receipt states the day, and its times to the millisecond on the clock of the site', () => {
  expect(times(receipt)).toEqual({
    Day: 'Fri, Nov 20, 2026',
    'Auction’s close': '7:00:00.000 PM PST',
    'Planned for': '6:59:53.000 PM PST',
    'The bid left': '6.98 s before the close',
    'Usual round trip, measured before': '23 ms',
    'Site clock against the engine’s': '+3.701 s ± 8 ms',
  })
})

test('A viewer in another zone also gets the times in that zone, with the date where it differs', () => {
  expect(times(receipt, berlin)).toMatchObject({
    'Planned for': ['6:59:53.000 PM PST', 'Nov 21, 3:59:53.000 AM GMT+1'],
    'The bid left': '6.98 s before the close',
  })
})

test('A time on another day than the close includes its date', () => {
  expect(times({ ...receipt, planned_at: '2026-11-20T07:59:04.120Z' })).toMatchObject({
    'Planned for': 'Nov 19, 11:59:04.120 PM PST',
  })
})

test('The answer of this bid and the round trip that was measured before it have a line each', () => {
  expect(times({ ...receipt, answered_at: '2026-11-21T02:59:53.065Z', round_trip_ms: 1.2 })).toMatchObject({
    'Answered after': '45 ms',
    'Usual round trip, measured before': '1 ms',
  })
})

test('What is not known has no line', () => {
  expect(times(receipt)).not.toHaveProperty('Answered after')
  expect(money({ ...receipt, bid: { ...receipt.bid, final_price: null } })).toEqual({
    'Your max': '$190.00',
  })
})

test('A bid sent late is stated as after the close', () => {
  expect(beforeClose(-120)).toBe('0.12 s after the close')
})

test('A small clock offset is stated in milliseconds with its sign, and zero without a sign', () => {
  const lines = [-12.2, -0.3].map((ms) => times({ ...receipt, clock_offset_ms: ms, clock_uncertainty_ms: null }))
  expect(lines).toMatchObject([
    { 'Site clock against the engine’s': '−12 ms' },
    { 'Site clock against the engine’s': '0 ms' },
  ])
})

const leftOf = (clock_uncertainty_ms: number | null) => times({ ...receipt, clock_uncertainty_ms })['The bid left']

test('A receipt says how far the time before the close may be wrong, where that is a tenth of a second or more', () => {
  expect(leftOf(1_262)).toBe('6.98 s before the close ± 1.26 s')
  expect([null, 8.4, 99].map(leftOf)).toEqual(Array(3).fill('6.98 s before the close'))
})

test('The proof is one sentence of when the bid left and when it was answered, and a bid that was not sent has none', () => {
  const answered = { ...receipt, answered_at: '2026-11-21T02:59:53.043Z', round_trip_ms: 1.2 }
  expect(proofOf(answered)).toBe('Sent 6.98 s before the close, answered after 23 ms')
  expect(times(answered)['Answered after']).toBe('23 ms')
  expect(proofOf({ ...answered, clock_uncertainty_ms: 140 })).toBe(
    'Sent 6.98 s before the close ± 0.14 s, answered after 23 ms',
  )
  expect(proofOf(receipt)).toBe('Sent 6.98 s before the close, no clear answer came')
  expect(proofOf({ ...receipt, sent_at: null, sent_before_end_ms: null })).toBeNull()
})
