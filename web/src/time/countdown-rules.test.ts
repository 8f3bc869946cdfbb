import { expect, test } from 'vitest'
import { ageText, auctionPhase, countdownText, sentenceOfAge, timeLeftText } from './countdown-rules.ts'

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
])('A countdown at %i ms before the end reads %s', (remainingMs, text) => {
  expect(countdownText(remainingMs, 'seconds')).toBe(text)
})

test('A countdown with tenths shows them in the last ten seconds only', () => {
  expect(countdownText(4_399, 'tenths')).toBe('0:04.3')
  expect(countdownText(9_999, 'tenths')).toBe('0:09.9')
  expect(countdownText(10_000, 'tenths')).toBe('0:10')
})

test('A countdown shows no seconds while the clock is not trusted', () => {
  expect(countdownText(5 * H + 12 * M + 9 * S, 'minutes')).toBe('5h 12m')
  expect(countdownText(34 * M, 'minutes')).toBe('34 min')
  expect(countdownText(20 * S, 'minutes')).toBe('< 1 min')
})

test.each([
  [1 * D + 4 * H + 5 * M, '1d 4h 5m'],
  [5 * H + 12 * M, '5h 12m'],
  [34 * M + 2 * S, '34m 2s'],
  [2 * S, '0m 2s'],
  [0, 'Ended'],
])('The time left at %i ms before the end reads %s', (remainingMs, text) => {
  expect(timeLeftText(NOW + remainingMs, NOW)).toBe(text)
})

test('An auction without a known end has no time left to show and counts as active', () => {
  expect(timeLeftText(null, NOW)).toBe('N/A')
  expect(timeLeftText(Number.NaN, NOW)).toBe('N/A')
  expect(auctionPhase(null, NOW)).toBe('active')
})

test('An auction counts as ending soon during its last hour', () => {
  expect(auctionPhase(NOW + H + 1, NOW)).toBe('active')
  expect(auctionPhase(NOW + H, NOW)).toBe('endingSoon')
  expect(auctionPhase(NOW, NOW)).toBe('ended')
})

test('An age is shown in its largest unit and is never negative', () => {
  expect(ageText(12_400)).toBe('12 s')
  expect(ageText(200_000)).toBe('3 min')
  expect(ageText(2 * H)).toBe('2 h')
  expect(ageText(25 * H)).toBe('1 day')
  expect(ageText(-5)).toBe('0 s')
})

test('The age of an instant that is a moment ahead of the clock reads zero seconds, and is never left out', () => {
  expect(sentenceOfAge(-40, { prefix: 'checked ', suffix: ' ago' })).toBe('checked 0 s ago')
  expect(sentenceOfAge(59_000, { prefix: 'Price from ', suffix: ' ago', fromMs: 60_000, freshText: 'Now' })).toBe('Now')
})
