import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClockSample } from '../../marketplace/marketplace.ts'
import { openSiteClock } from './site-clock.ts'

const EPOCH = 1_800_000_000_000

type Truth = { aheadMs: number; driftPpm: number }
const siteTimeAt = ({ aheadMs, driftPpm }: Truth, monotonic: number) =>
  EPOCH + aheadMs + monotonic * (1 + driftPpm * 1e-6)

/** A sample that is requested at `sentAt`, with the given latencies. */
function sample(truth: Truth, sentAt: number, outMs: number, backMs: number, resolutionMs = 1): ClockSample {
  const stamped = siteTimeAt(truth, sentAt + outMs)
  return {
    siteTime: Math.floor(stamped / resolutionMs) * resolutionMs,
    sentAt,
    receivedAt: sentAt + outMs + backMs,
    resolutionMs,
  }
}

const truths = fc.record({
  aheadMs: fc.double({ min: -3_600_000, max: 3_600_000, noNaN: true }),
  driftPpm: fc.double({ min: -50, max: 50, noNaN: true }),
})
const latencies = fc.double({ min: 5, max: 300, noNaN: true })

test("The site's clock is unknown before the first sample", () => {
  expect(openSiteClock().estimateAt(0)).toBeNull()
})

test('The true time of the site lies within the uncertainty, for any offset, drift and latency', () => {
  const samples = fc.array(fc.tuple(fc.integer({ min: 1_000, max: 60_000 }), latencies, latencies), {
    minLength: 1,
    maxLength: 30,
  })
  const later = fc.integer({ min: 0, max: 600_000 })
  fc.assert(
    fc.property(truths, samples, fc.constantFrom(1, 1_000), later, (truth, samples, resolutionMs, laterMs) => {
      const clock = openSiteClock()
      let now = 0
      for (const [gapMs, outMs, backMs] of samples) {
        now += gapMs
        clock.add(sample(truth, now, outMs, backMs, resolutionMs))
      }
      now += laterMs
      const { offsetMs, uncertaintyMs } = clock.estimateAt(now)!
      // Epoch milliseconds in a double have a small rounding error.
      expect(Math.abs(now + offsetMs - siteTimeAt(truth, now))).toBeLessThanOrEqual(uncertaintyMs + 0.01)
    }),
  )
})

test('A drifting clock 3.7 s ahead is estimated to a few milliseconds over latencies of 40 ± 15 ms', () => {
  const truth = { aheadMs: 3_700, driftPpm: 50 }
  const clock = openSiteClock()
  for (let index = 0; index < 8; index++) clock.add(sample(truth, index * 10_000, 25 + index * 4, 55 - index * 4))
  const { offsetMs, uncertaintyMs } = clock.estimateAt(75_000)!
  expect(Math.abs(75_000 + offsetMs - siteTimeAt(truth, 75_000))).toBeLessThan(5)
  expect(uncertaintyMs).toBeLessThan(40)
})

test('A clock of whole seconds is estimated to the round trip by samples at the turn of its second', () => {
  const truth = { aheadMs: 123_456.7, driftPpm: 20 }
  const clock = openSiteClock()
  let now = 0
  for (let count = 0; count < 10; count++) {
    clock.add(sample(truth, now, 30, 30, 1_000))
    now = clock.nextSampleAt(now + 1_000)
  }
  const { offsetMs, uncertaintyMs } = clock.estimateAt(now)!
  expect(uncertaintyMs).toBeLessThan(50)
  expect(Math.abs(now + offsetMs - siteTimeAt(truth, now))).toBeLessThan(50)
})

test('An estimate grows less certain with age, and does not jump', () => {
  const clock = openSiteClock()
  clock.add(sample({ aheadMs: 0, driftPpm: 0 }, 0, 20, 20))
  const [soon, late] = [clock.estimateAt(1_000)!, clock.estimateAt(1_001_000)!]
  expect(late.uncertaintyMs - soon.uncertaintyMs).toBeCloseTo(100)
  expect(late.offsetMs).toBeCloseTo(soon.offsetMs)
})

test('One sample that contradicts all others is outvoted', () => {
  const truth = { aheadMs: 0, driftPpm: 0 }
  const clock = openSiteClock()
  for (let index = 0; index < 5; index++) clock.add(sample(truth, index * 1_000, 20, 20))
  clock.add(sample({ aheadMs: 60_000, driftPpm: 0 }, 6_000, 20, 20))
  expect(clock.estimateAt(7_000)!.offsetMs).toBeCloseTo(EPOCH, -2)
})

/** What the samples of a clock allow, relative to this machine's: they are taken every 3 s, each ahead by so many ms. */
function spanOf(...aheadMs: number[]) {
  const clock = openSiteClock()
  for (const [index, ms] of aheadMs.entries()) clock.add(sample({ aheadMs: ms, driftPpm: 0 }, index * 3_000, 20, 20))
  const { offsetMs, uncertaintyMs } = clock.estimateAt(aheadMs.length * 3_000)!
  return { low: offsetMs - uncertaintyMs - EPOCH, high: offsetMs + uncertaintyMs - EPOCH }
}
const closeTo = (ms: number): number => expect.closeTo(ms, -2)

test('After two or three samples in a row that contradict all earlier ones, a clock was set or is another', () => {
  for (const newest of [
    [2_000, 2_000],
    [2_000, 2_000, 2_000],
  ])
    expect(spanOf(0, 0, 0, 0, 0, ...newest)).toEqual({ low: closeTo(0), high: closeTo(2_000) })
})

test.each([2_000, -2_000, 300, 3_600_000])(
  'After four samples in a row that contradict all earlier ones by %i ms, the clock was set by that much',
  (ms) => {
    expect(spanOf(0, 0, 0, 0, 0, ms, ms, ms, ms)).toEqual({ low: closeTo(ms), high: closeTo(ms) })
    expect(spanOf(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ms, ms, ms, ms, ms)).toEqual({
      low: closeTo(ms),
      high: closeTo(ms),
    })
  },
)

test.each([
  [0, 2_500, 0, 2_500],
  [2_500, 0, 0, 2_500, 0],
  [0, 0, 2_500, 2_500, 0, 0, 0, 0, 0],
  [0, 2_500, 2_500, 0, 2_500, 2_500, 2_500, 2_500],
])('Of two servers with clocks that differ, both times are possible: %s %s %s %s', (...aheadMs) => {
  expect(spanOf(...aheadMs)).toEqual({ low: closeTo(0), high: closeTo(2_500) })
})

test('Samples that were under way at once do not show that a clock was set, in whatever order they come', () => {
  const clock = openSiteClock()
  const add = (aheadMs: number, sentAt: number, backMs: number) =>
    clock.add(sample({ aheadMs, driftPpm: 0 }, sentAt, 20, backMs))
  for (const sentAt of [0, 3_000]) add(2_500, sentAt, 20)
  for (const sentAt of [6_000, 6_010, 6_020, 6_030]) add(0, sentAt, 20)
  add(2_500, 5_950, 80)
  const { offsetMs, uncertaintyMs } = clock.estimateAt(6_100)!
  expect(offsetMs - uncertaintyMs - EPOCH).toEqual(closeTo(0))
  expect(offsetMs + uncertaintyMs - EPOCH).toEqual(closeTo(2_500))
})

test('A single sample that contradicts the others changes nothing, wherever it stands', () => {
  for (const stray of [-3_000_000, -6_000, 2_500, 3_600_000])
    for (const place of [0, 3, 6, 7])
      expect(spanOf(...Array(8).fill(0).with(place, stray))).toEqual({ low: closeTo(0), high: closeTo(0) })
})

test('A sample of whole seconds that a third time explains neither hides nor undoes that the clock was set', () => {
  const WHOLE = 1_000
  const first: [number, number][] = [
    [450, WHOLE],
    [450, WHOLE],
    [450, 1],
    [450, 1],
  ]
  const between: [number, number][] = [
    [3_900, 1],
    [3_900, 1],
    [3_900, 1],
  ]
  const last: [number, number][] = [
    [50, 1],
    [50, WHOLE],
    [50, 1],
    [50, 1],
    [50, 1],
  ]
  // Set twice, the second time to 400 ms short of its first time.
  const taken = [...first, ...between, ...last]
  const clock = openSiteClock()
  for (const [index, [aheadMs, resolutionMs]] of taken.entries())
    clock.add(sample({ aheadMs, driftPpm: 0 }, index * 3_100, 20, 20, resolutionMs))
  const { offsetMs, uncertaintyMs } = clock.estimateAt(taken.length * 3_100)!
  expect(offsetMs + uncertaintyMs - EPOCH).toBeLessThan(1_000)
  expect(offsetMs - uncertaintyMs - EPOCH).toBeLessThanOrEqual(50)
})

test('A time that is confirmed but impossibly far from the others is outvoted', () => {
  expect(spanOf(0, 0, 0, -3_000_000, 0, 0, -3_000_000)).toEqual({ low: closeTo(0), high: closeTo(0) })
})

test.each([-3_000_000, 3_600_000])(
  'Of two times that are impossibly far apart and shown by as many samples, the one that was confirmed first stands (%i ms)',
  (ms) => {
    expect(spanOf(0, 0, ms, ms)).toEqual({ low: closeTo(0), high: closeTo(0) })
    expect(spanOf(ms, 0, 0, ms)).toEqual({ low: closeTo(0), high: closeTo(0) })
  },
)

test.each([-3_000_000, 3_600_000])(
  'A time that is impossibly far from two servers, and shown more often than either of them, is outvoted (%i ms)',
  (ms) => {
    expect(spanOf(ms, ms, ms, 0, 2_500, 0, 2_500)).toEqual({ low: closeTo(0), high: closeTo(2_500) })
  },
)

test('Two times of which each seems to have replaced the other are both possible', () => {
  const aheadMs = [340, 2_040, 40, 2_140, 740, 1_740, 1_740, 440, 1_440, 1_440, 1_440, 1_440, 440, 440, 440]
  const clock = openSiteClock()
  for (const [index, ms] of aheadMs.entries()) {
    const sentAt = index * 3_000
    const resolutionMs = ms === 2_140 ? 1 : 1_000
    clock.add({ siteTime: EPOCH + sentAt + ms, sentAt, receivedAt: sentAt + 40, resolutionMs })
  }
  const { offsetMs, uncertaintyMs } = clock.estimateAt(aheadMs.length * 3_000)!
  expect(offsetMs - uncertaintyMs - EPOCH).toBeLessThanOrEqual(1_400)
  expect(offsetMs + uncertaintyMs - EPOCH).toBeGreaterThanOrEqual(2_100)
})

test('Without a second sample that agrees, each time is possible', () => {
  expect(spanOf(0, 2_500)).toEqual({ low: closeTo(0), high: closeTo(2_500) })
})

test('The clock counts as measured by one sample, and after a contradiction by two that agree', () => {
  const clock = openSiteClock()
  const measured = [0, 3_600_000, -3_000_000, 0].map((aheadMs, index) => {
    clock.add(sample({ aheadMs, driftPpm: 0 }, index * 1_000, 20, 20))
    return clock.isMeasured()
  })
  expect(measured).toEqual([true, false, false, true])
})

test('After a suspension the estimate is only a guess, until a sample that was requested afterwards', () => {
  const before = { aheadMs: 500, driftPpm: 0 }
  const siteClock = openSiteClock()
  for (const sentAt of [0, 20_000, 40_000]) siteClock.add(sample(before, sentAt, 20, 20))
  const inFlight = sample(before, 50_000, 20, 200)

  // The monotonic clock stood still for an hour.
  const after = { aheadMs: 500 + 3_600_000, driftPpm: 0 }
  siteClock.suspend(3_600_000, 50_100)
  siteClock.add(inFlight)
  expect(siteClock.isMeasured()).toBe(false)
  const guess = siteClock.estimateAt(51_000)!
  expect(Math.abs(51_000 + guess.offsetMs - siteTimeAt(after, 51_000))).toBeLessThan(guess.uncertaintyMs)
  expect(guess.uncertaintyMs).toBeGreaterThan(1_000)

  siteClock.add(sample(after, 52_000, 20, 20))
  expect(siteClock.isMeasured()).toBe(true)
  expect(siteClock.estimateAt(52_100)!.uncertaintyMs).toBeLessThan(50)
})

test('Three samples at the start and one each half hour, in whole seconds, keep the time within half a second', () => {
  const truth = { aheadMs: 12_345, driftPpm: 40 }
  const clock = openSiteClock()
  const starts = [0, 2_000, 4_000, ...Array.from({ length: 8 }, (_, at) => (at + 1) * 1_800_000)]
  for (const [place, from] of starts.entries()) {
    const before = clock.estimateAt(from)
    if (place > 2) expect(before?.uncertaintyMs).toBeLessThan(500)
    clock.add(sample(truth, clock.nextSampleAt(from), 80, 80, 1_000))
  }
})

test('Slow pages now and then, and one fast page, do not change the round trip', () => {
  const late = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(late, (lateMs) => {
      const siteClock = openSiteClock()
      expect(siteClock.roundTripMs()).toBeNull()
      for (const [index, ms] of lateMs.entries()) {
        const sentAt = index * 3_000
        siteClock.add({ siteTime: sentAt, sentAt, receivedAt: sentAt + 80 + ms, resolutionMs: 1 })
        siteClock.add({ siteTime: sentAt, sentAt, receivedAt: sentAt + (index === 5 ? 20 : 80), resolutionMs: 1 })
      }
      expect(siteClock.roundTripMs()).toBe(80)
    }),
  )
})

test('Forty readings at once, which slow each other down, change neither the time nor the round trip', () => {
  const truth = { aheadMs: 3_700, driftPpm: 0 }
  const clock = openSiteClock()
  for (let index = 0; index < 8; index++) clock.add(sample(truth, index * 3_000, 10, 10))
  for (let index = 0; index < 40; index++) clock.add(sample(truth, 24_000 + index, 10 + index, 10 + index * 5))
  const { offsetMs } = clock.estimateAt(25_000)!
  expect(Math.abs(25_000 + offsetMs - siteTimeAt(truth, 25_000))).toBeLessThan(3)
  expect(clock.roundTripMs()).toBe(20)
})
