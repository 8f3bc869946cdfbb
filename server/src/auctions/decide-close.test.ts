import { expect, test } from 'vitest'
import { decideClose } from './decide-close.ts'

const END = Date.UTC(2026, 10, 20, 20)
const HOUR = 3_600_000

const reading = (closed: boolean, siteTime: number, endsAt = END) => ({
  closed,
  endsAt,
  clock: { siteTime, sentAt: 0, receivedAt: 40, resolutionMs: 1 },
})
const known = { endsAt: END, close: null }

test('an open auction has no close, even past its end', () => {
  expect(decideClose(known, reading(false, END + 500))).toBeNull()
})

test('an auction that closed when it said it would has ended', () => {
  expect(decideClose(known, reading(true, END + 2_000))).toEqual({ closedAt: END, because: 'ended' })
})

test('an auction that is closed before its end was ended early', () => {
  expect(decideClose(known, reading(true, END - HOUR))).toEqual({ closedAt: END - HOUR, because: 'ended_early' })
})

test('an auction whose end was moved to the moment of closing was ended early', () => {
  const close = decideClose(known, reading(true, END - HOUR + 30_000, END - HOUR))
  expect(close).toEqual({ closedAt: END - HOUR, because: 'ended_early' })
})

test('an auction first seen when it was over has ended', () => {
  expect(decideClose(null, reading(true, END + HOUR))).toEqual({ closedAt: END, because: 'ended' })
})

test('what was found first about a close stands', () => {
  const close = { closedAt: END - HOUR, because: 'withdrawn' as const }
  expect(decideClose({ endsAt: END, close }, reading(true, END + HOUR))).toEqual(close)
})
