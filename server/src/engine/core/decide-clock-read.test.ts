import { expect, test } from 'vitest'
import { type ClockReads, decideClockRead, firstClockReads } from './decide-clock-read.ts'
import type { ClockEstimate } from './site-clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

type World = {
  isBidDue: (now: number) => boolean
  storedAgeMs: number | null
  pausedUntil: number
  /** The estimate after so many reads. */
  estimate: (reads: number) => ClockEstimate | null
  fails: boolean
}
const uncertain = (uncertaintyMs: number): ClockEstimate => ({ offsetMs: 0, uncertaintyMs })
/** Each read halves the uncertainty, down to half the round trip. */
const far = (reads: number) => (reads === 0 ? null : uncertain(80 + 500 / 2 ** (reads - 1)))

/** When an engine reads the clock within some time from its start, asking itself each second. */
function readsWithin(ms: number, changes: Partial<World> = {}): number[] {
  const world: World = {
    isBidDue: () => false,
    storedAgeMs: null,
    pausedUntil: -Infinity,
    estimate: far,
    fails: false,
    ...changes,
  }
  const made: number[] = []
  let reads: ClockReads = firstClockReads
  let wasBidDue = false
  for (let now = 0; now < ms; now += SECOND) {
    const demand = { isBidDue: world.isBidDue(now), storedAgeMs: world.storedAgeMs }
    const estimate = world.estimate(made.length)
    const decision = decideClockRead(reads, { ...world, demand, estimate, wasBidDue }, now)
    reads = decision.reads
    wasBidDue = demand.isBidDue
    if (!decision.isDue) continue
    made.push(now)
    reads = { ...reads, lastAt: now, roundTripMs: 160, failures: world.fails ? reads.failures + 1 : 0 }
  }
  return made
}

test('An idle engine reads the clock of a far site at most four times in any hour', () => {
  const reads = readsWithin(5 * HOUR)
  for (const from of reads) expect(reads.filter((at) => at >= from && at < from + HOUR).length).toBeLessThanOrEqual(4)
  expect(reads.length).toBeGreaterThan(5)
})

test('An idle engine reads a clock that cannot be read at most four times in any hour', () => {
  const reads = readsWithin(5 * HOUR, { estimate: () => null, fails: true })
  for (const from of reads) expect(reads.filter((at) => at >= from && at < from + HOUR).length).toBeLessThanOrEqual(4)
})

test('An idle engine without an estimate leaves the clock to an engine that has just measured it', () => {
  expect(readsWithin(HOUR, { storedAgeMs: 20_000, estimate: () => null })).toEqual([])
})

test('An engine that comes to know of a due bid reads the clock at once, until it is certain', () => {
  const reads = readsWithin(HOUR, { isBidDue: (now) => now >= 40 * MINUTE, storedAgeMs: 20_000 })
  expect(reads[0]).toBe(40 * MINUTE)
  expect(reads.length).toBeLessThanOrEqual(5)
})

test('With a due bid and readings that tell the time, the clock is never read', () => {
  expect(readsWithin(HOUR, { isBidDue: () => true, estimate: () => uncertain(20) })).toEqual([])
})

test('A due bid waits for the pause of all reads only if the time is known', () => {
  const paused = { isBidDue: () => true, pausedUntil: 10 * MINUTE }
  expect(readsWithin(9 * MINUTE, { ...paused, estimate: () => uncertain(400) })).toEqual([])
  expect(readsWithin(9 * MINUTE, { ...paused, estimate: () => null, fails: true }).length).toBeGreaterThan(50)
})

test('A bid that was due leaves no further quick reads to an idle engine', () => {
  const reads = readsWithin(40 * MINUTE, {
    isBidDue: (now) => now < 2 * SECOND,
    estimate: () => uncertain(400),
  })
  expect(reads.filter((at) => at >= 2 * SECOND).length).toBeLessThanOrEqual(2)
})
