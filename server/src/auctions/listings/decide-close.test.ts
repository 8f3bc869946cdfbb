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

test('An open auction has no close, even past its end', () => {
  expect(decideClose(known, reading(false, END + 500))).toBeNull()
})

test('An auction that closes at its announced end has ended', () => {
  expect(decideClose(known, reading(true, END + 2_000))).toEqual({ closedAt: END, reason: 'ended' })
})

test('An auction that closes before its end was ended early', () => {
  expect(decideClose(known, reading(true, END - HOUR))).toEqual({ closedAt: END - HOUR, reason: 'ended_early' })
})

test('An auction whose end moves to the moment of its close was ended early', () => {
  const close = decideClose(known, reading(true, END - HOUR + 30_000, END - HOUR))
  expect(close).toEqual({ closedAt: END - HOUR, reason: 'ended_early' })
})

test('An auction that is closed at its first reading has ended', () => {
  expect(decideClose(null, reading(true, END + HOUR))).toEqual({ closedAt: END, reason: 'ended' })
})

test('A later reading does not change a known close', () => {
  const close = { closedAt: END - HOUR, reason: 'withdrawn' as const }
  expect(decideClose({ endsAt: END, close }, reading(true, END + HOUR))).toEqual(close)
})
