import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { preciseClock } from './precise-clock.ts'

/** Aims at so many ms from now in this order, and tells in which order they were reached, and whether any was too early. */
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

test('moments are reached in their order, whatever order they were asked for in', async () => {
  await expect(reach(60, 20, 40, 120, 21, 90)).resolves.toEqual({ reached: [20, 21, 40, 60, 90, 120], early: 0 })
})

test('a moment that is over is reached at once', async () => {
  await expect(reach(30, -5)).resolves.toEqual({ reached: [-5, 30], early: 0 })
})

test('of a thousand for one moment none is left for later', async () => {
  const clock = preciseClock(systemClock)
  const at = clock.monotonic() + 50
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const reachedIn = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      // As each has its own way to the site, they differ by some microseconds.
      await clock.sleepUntilPrecise(at + index / 1e4)
      return turns
    }),
  )
  clearInterval(counting)
  expect(new Set(reachedIn).size).toBe(1)
})

test('a nearer moment asked for later comes first, and others after a rest are not forgotten', async () => {
  const clock = preciseClock(systemClock)
  const from = clock.monotonic()
  const told: string[] = []
  const far = clock.sleepUntilPrecise(from + 150).then(() => told.push('far'))
  await clock.sleepUntilPrecise(from + 60).then(() => told.push('near'))
  await clock.sleepUntilPrecise(from + 90).then(() => told.push('next'))
  await far
  expect(told).toEqual(['near', 'next', 'far'])
})
