import { expect, test } from 'vitest'
import { standingOf } from '../../auctions/last-minute/standing.ts'
import { stationsOf } from '../../auctions/last-minute/stations.ts'
import { isOver, stateOf } from '../../auctions/tracked/auction-state.ts'
import { moneyLines, timeLines } from '../../bids/receipt/receipt-lines.ts'
import { describeOutcome, explainClose } from '../describe-close.ts'
import { leastWinningMax } from '../simulate-close.ts'
import { FIRST_MAX_CENTS, LOWER_MAX_CENTS, PLAYED_MS, practiceWith, receiptOf, trackedAt } from './practice.ts'

const START = Date.parse('2026-11-20T20:00:00Z')

const practice = (maxCents: number) => practiceWith(maxCents, START)

function shownAt(maxCents: number, beforeEndMs: number) {
  const played = practice(maxCents)
  const tracked = trackedAt(played, beforeEndMs)
  const now = played.endsOn - beforeEndMs
  const state = stateOf(tracked, now)
  const over = isOver(tracked.auction, now)
  return {
    state,
    price: standingOf(tracked, state)?.text,
    stations: stationsOf(tracked, over)?.map(({ name }) => name),
  }
}

const ended = (maxCents: number) => {
  const { setting, close } = practice(maxCents)
  return { title: describeOutcome(close), why: explainClose(setting, close) }
}

test('The first maximum of the practice wins although a rival bids late', () => {
  expect(ended(FIRST_MAX_CENTS)).toEqual({
    title: 'Won for $35.00',
    why: 'You pay $5.00 under your max. The late bidder answered your bid, but not above your max.',
  })
})

test('The lower maximum of the practice leads for a moment and loses to the late bidder, whose maximum is named', () => {
  expect(shownAt(LOWER_MAX_CENTS, 4_000)).toMatchObject({ state: 'accepted', price: 'You lead at $27.00 of $30.00' })
  expect(shownAt(LOWER_MAX_CENTS, 2_000)).toMatchObject({
    state: 'overtaken',
    price: '$31.00, $1.00 above your max $30.00',
  })
  expect(ended(LOWER_MAX_CENTS)).toEqual({
    title: 'Lost: sold for $31.00',
    why: 'You led, and the late bidder bid up to $34.00 2.5 s later. No timing beats a higher max.',
  })
})

test('The least maximum that wins the practice is the one of the late bidder, who comes later', () => {
  expect(leastWinningMax(practice(FIRST_MAX_CENTS).setting, 100_000)).toBe(3_400)
  expect(ended(3_400).title).toBe('Won for $34.00')
  expect(ended(3_399).title).toBe('Lost: sold for $34.00')
})

test('The practice shows the stations, the price and the state that the app shows for such a bid', () => {
  expect(shownAt(FIRST_MAX_CENTS, PLAYED_MS)).toEqual({
    state: 'final_minute',
    price: '$9.99 of your max $40.00',
    stations: ['Locks in at 0:06', 'Sent at 0:05.0', 'Accepted', 'Result'],
  })
  expect(shownAt(FIRST_MAX_CENTS, 5_500).stations?.[0]).toBe('Locked in 0:06')
  expect(shownAt(FIRST_MAX_CENTS, 5_100)).toMatchObject({ state: 'bidding' })
  expect(shownAt(FIRST_MAX_CENTS, 3_000)).toMatchObject({ state: 'accepted', price: 'You lead at $27.00 of $40.00' })
  expect(shownAt(FIRST_MAX_CENTS, -500)).toMatchObject({ state: 'result_pending' })
  expect(shownAt(FIRST_MAX_CENTS, -1_000)).toMatchObject({ state: 'won', price: 'Won at $35.00 of $40.00' })
})

test('A maximum below a rival who bid before is outbid on arrival, and one below the next bid is refused', () => {
  expect(shownAt(2_500, 4_000)).toMatchObject({ state: 'bid_again', price: '$26.00, $1.00 above your max $25.00' })
  expect(ended(2_500).why).toBe(
    'The second bidder had a hidden max of $26.00 before you. No timing beats a higher max.',
  )
  expect(shownAt(2_100, 4_000)).toMatchObject({ state: 'bid_again' })
  expect(ended(2_100).title).toBe('Refused: sold for $27.00')
})

test('The receipt of the practice has the amounts, and the times to the millisecond', () => {
  const receipt = receiptOf(practice(FIRST_MAX_CENTS))
  expect(moneyLines(receipt).map(({ value }) => value)).toEqual(['$40.00'])
  const times = Object.fromEntries(timeLines(receipt).map(({ name, value }) => [name, value]))
  expect(times).toMatchObject({
    'Planned for': '12:00:15.000 PM PST',
    'The bid left': '5.15 s before the close',
    'Answered after': '300 ms',
  })
})
