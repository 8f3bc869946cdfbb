import { expect, test } from 'vitest'
import { countdownText, fuseShare, leadText, auctionPhase, timeLeftText } from './countdown-rules.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const S = 1_000
const M = 60 * S
const H = 60 * M
const D = 24 * H

test.each([
  [3 * D + 4 * H + 59 * M, '3d 4h'],
  [5 * H + 12 * M + 9 * S, '5:12:09'],
  [34 * M + 2 * S, '34:02'],
  [48 * S, '0:48'],
  [4_300, '0:04'],
  [999, '0:00'],
  [0, 'Ended'],
  [-5, 'Ended'],
])('%i ms before the end, a card reads %s', (left, says) => {
  expect(countdownText(left, 'seconds')).toBe(says)
})

test('the last ten seconds of the auction in focus are told in tenths', () => {
  expect(countdownText(4_399, 'tenths')).toBe('0:04.3')
  expect(countdownText(9_999, 'tenths')).toBe('0:09.9')
  expect(countdownText(10_000, 'tenths')).toBe('0:10')
})

test('no seconds are told while the clock is not trusted', () => {
  expect(countdownText(5 * H + 12 * M + 9 * S, 'minutes')).toBe('5h 12m')
  expect(countdownText(34 * M, 'minutes')).toBe('34 min')
  expect(countdownText(20 * S, 'minutes')).toBe('under 1 min')
})

test.each([
  [1 * D + 4 * H + 5 * M, '1d 4h 5m'],
  [5 * H + 12 * M, '5h 12m'],
  [34 * M + 2 * S, '34m 2s'],
  [2 * S, '0m 2s'],
  [0, 'Ended'],
])('%i ms before the end, the label reads %s', (left, says) => {
  expect(timeLeftText(NOW + left, NOW)).toBe(says)
})

test('an auction without an end has none to count to, and counts as active', () => {
  expect(timeLeftText(null, NOW)).toBe('N/A')
  expect(timeLeftText(Number.NaN, NOW)).toBe('N/A')
  expect(auctionPhase(null, NOW)).toBe('active')
})

test('an auction ends soon within the hour', () => {
  expect(auctionPhase(NOW + H + 1, NOW)).toBe('active')
  expect(auctionPhase(NOW + H, NOW)).toBe('endingSoon')
  expect(auctionPhase(NOW, NOW)).toBe('ended')
})

test('the fuse is full for a week, half-burnt within the hour, and gone at the end', () => {
  expect(fuseShare(30 * D)).toBe(1)
  expect(fuseShare(7 * D)).toBe(1)
  expect(fuseShare(H)).toBeCloseTo(0.56, 2)
  expect(fuseShare(M)).toBeCloseTo(0.22, 2)
  expect(fuseShare(-1)).toBe(0)
})

test('a lead reads like the countdown it fires on', () => {
  expect(leadText(5)).toBe('0:05')
  expect(leadText(180)).toBe('3:00')
})
