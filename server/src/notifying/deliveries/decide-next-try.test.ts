import { expect, test } from 'vitest'
import { decideNextTry } from './decide-next-try.ts'
import { PutOff } from './delivery.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const NOW = Date.UTC(2026, 10, 22, 21)
const put = (retryAt: number | null = null) => new PutOff('later', { retryAt })
/** How long after a failure the next try is; without an end in sight unless `giveUpInMs` names one. */
function pauseMs(error: Error, { attempt = 1, giveUpInMs = 24 * HOUR_MS, random = 0 } = {}) {
  const at = decideNextTry(error, { attempt, giveUpAt: NOW + giveUpInMs }, NOW, random)
  return at === null ? null : at - NOW
}
const pausesOf = (error: Error) => [1, 2, 3, 4, 5, 6, 100].map((attempt) => pauseMs(error, { attempt }))

test('The pauses grow to ten minutes, or to an hour where the delivery may have arrived', () => {
  const growing = [10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS]
  expect(pausesOf(put())).toEqual([...growing, 10 * MINUTE_MS, 10 * MINUTE_MS, 10 * MINUTE_MS])
  expect(pausesOf(new Error('no answer'))).toEqual([...growing, HOUR_MS, HOUR_MS, HOUR_MS])
})

test('A pause is up to a fifth shorter, and never ends before the instant that the other side asked for', () => {
  expect(pauseMs(put(), { random: 1 })).toBe(8 * SECOND_MS)
  expect(pauseMs(put(NOW + MINUTE_MS), { random: 1 })).toBe(MINUTE_MS)
})

test('The last try is a second before the delivery is of no use, unless the other side asked for a later one', () => {
  const giveUpInMs = 5 * SECOND_MS
  expect(pauseMs(put(), { giveUpInMs })).toBe(4 * SECOND_MS)
  expect(pauseMs(put(NOW + giveUpInMs), { giveUpInMs })).toBe(null)
  expect(pauseMs(put(), { giveUpInMs: 2 * SECOND_MS })).toBe(null)
})
