import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { preciseClock } from './precise-clock.ts'

/**
 * Waits for several instants at the same time. Returns the order in which they were reached, and how many too early.
 */
async function reach(...inMs: number[]) {
  const clock = preciseClock(systemClock)
  const from = clock.monotonic()
  const reached: number[] = []
  let early = 0
  await Promise.all(
    inMs.map(async (ms) => {
      await clock.sleepUntilPrecise(from + ms)
      if (clock.monotonic() < from + ms) early++
      reached.push(ms)
    }),
  )
  return { reached, early }
}

test('waits end in the order of their instants, in whatever order they began', async () => {
  await expect(reach(60, 20, 40, 120, 21, 90)).resolves.toEqual({ reached: [20, 21, 40, 60, 90, 120], early: 0 })
})

test('a wait for a past instant ends at once', async () => {
  await expect(reach(30, -5)).resolves.toEqual({ reached: [-5, 30], early: 0 })
})

test('a thousand waits for one instant end in the same turn of the event loop', async () => {
  const clock = preciseClock(systemClock)
  const at = clock.monotonic() + 50
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const reachedIn = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      // Instants differ by microseconds, as they do between snipes.
      await clock.sleepUntilPrecise(at + index / 1e4)
      return turns
    }),
  )
  clearInterval(counting)
  expect(new Set(reachedIn).size).toBe(1)
})

test('a wait that begins later and ends earlier does not delay or lose other waits', async () => {
  const clock = preciseClock(systemClock)
  const from = clock.monotonic()
  const reached: string[] = []
  const far = clock.sleepUntilPrecise(from + 150).then(() => reached.push('far'))
  await clock.sleepUntilPrecise(from + 60).then(() => reached.push('near'))
  await clock.sleepUntilPrecise(from + 90).then(() => reached.push('next'))
  await far
  expect(reached).toEqual(['near', 'next', 'far'])
})
