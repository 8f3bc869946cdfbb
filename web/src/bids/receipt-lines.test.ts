import type { Receipt } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { beforeClose, receiptLines } from './receipt-lines.ts'

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
    stage: 'settled',
    outcome: 'won',
    fire_at: '2026-11-21T02:59:53.000Z',
    final_price: 148.5,
    executed_at: '2026-11-21T02:59:53.031Z',
    error_detail: null,
    created_at: '2026-11-20T02:00:00.000Z',
    updated_at: '2026-11-21T03:00:04.000Z',
  },
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
  summary: 'Won for $148.50.',
  events: [],
}
const says = (told: Receipt) => Object.fromEntries(receiptLines(told).map((line) => [line.name, line.says]))

test('a receipt tells planned and sent to the millisecond on the site clock', () => {
  expect(says(receipt)).toMatchObject({
    'Planned for': '6:59:53.000 PM PST',
    Sent: '6:59:53.020 PM PST',
    Left: '6.98 s before the close',
    'Round trip': '23 ms',
    'Site clock against ours': '+3.701 s ± 8 ms',
    Margin: '$41.50 to spare',
  })
})

test('what has not happened has no line', () => {
  expect(says(receipt)).not.toHaveProperty('Answered')
})

test('a loss is told as short, and a late bid as after the close', () => {
  expect(says({ ...receipt, margin: -6 })).toMatchObject({ Margin: '$6.00 short' })
  expect(beforeClose(-120)).toBe('0.12 s after the close')
})

test('a small offset is told in milliseconds, with its sign', () => {
  expect(says({ ...receipt, clock_offset_ms: -12.2, clock_uncertainty_ms: null })).toMatchObject({
    'Site clock against ours': '−12 ms',
  })
})
