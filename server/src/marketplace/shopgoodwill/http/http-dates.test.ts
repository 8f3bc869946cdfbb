import { expect, test } from 'vitest'
import { parseHttpDate, parseRetryAfter } from './http-dates.ts'

const NOON = Date.UTC(2026, 9, 7, 12)
const HOUR_MS = 3_600_000

test.each([
  ['3', 3_000],
  ['0', 0],
  ['7200', HOUR_MS],
  ['1000000000', null],
  ['9'.repeat(400), null],
  ['Wed, 07 Oct 2026 12:00:30 GMT', 30_000],
  ['Wed, 07 Oct 2026 11:00:00 GMT', 0],
  ['Wed, 07 Oct 2026 15:00:00 GMT', HOUR_MS],
  ['Wed, 07 Oct 2099 12:00:00 GMT', null],
  ['-5', null],
  ['1e9', null],
  ['2.5', null],
  ['soon', null],
  ['', null],
  ['Wed, 99 Oct 2026 12:00:00 GMT', null],
])('A Retry-After of %j asks for a wait of %j ms', (text, waitMs) => {
  expect(parseRetryAfter(text, NOON)).toBe(waitMs)
})

test('A Retry-After date is ignored in a response without a Date header', () => {
  expect(parseRetryAfter('Wed, 07 Oct 2026 12:00:30 GMT', null)).toBeNull()
  expect(parseRetryAfter(undefined, NOON)).toBeNull()
})

test('A date is read only in the format that HTTP prescribes', () => {
  expect(parseHttpDate('Wed, 07 Oct 2026 12:00:00 GMT')).toBe(NOON)
  expect(parseHttpDate('2026-10-07T12:00:00Z')).toBeNull()
  expect(parseHttpDate('auction 1')).toBeNull()
  expect(parseHttpDate(undefined)).toBeNull()
})
