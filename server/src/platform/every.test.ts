import { expect, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { every } from './every.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

/** Work that notes when each of its runs starts, in ms since the clock's start. */
function start(work: (signal: AbortSignal) => unknown = () => {}, options: Parameters<typeof every>[3] = {}) {
  const clock = manualClock(NOON)
  const starts: number[] = []
  const noteAndWork = (signal: AbortSignal) => {
    starts.push(clock.monotonic())
    return work(signal)
  }
  const repeating = every(clock, 100, noteAndWork, options)
  return { clock, starts, repeating }
}

test('Periodic work runs at once, then once per interval, and never again after its disposal', async () => {
  const { clock, starts, repeating } = start()
  expect(starts).toEqual([0])
  await clock.advanceBy(250)
  await repeating[Symbol.asyncDispose]()
  await clock.advanceBy(250)
  expect(starts).toEqual([0, 100, 200])
})

test('A run that takes longer than the interval is followed by the next run, and never overlaps it', async () => {
  const first = Promise.withResolvers<void>()
  const { clock, starts, repeating } = start(() => first.promise)
  await using _repeating = repeating
  await clock.advanceBy(250)
  expect(starts).toEqual([0])
  first.resolve()
  await clock.advanceBy(100)
  expect(starts).toEqual([0, 250, 350])
})

test('Waking periodic work starts its next run early, and the interval counts from there', async () => {
  const { clock, starts, repeating } = start()
  await using _repeating = repeating
  await clock.advanceBy(30)
  repeating.wake()
  await clock.advanceBy(100)
  expect(starts).toEqual([0, 30, 130])
})

test('Waking periodic work during a run makes another run follow', async () => {
  const first = Promise.withResolvers<void>()
  const { clock, starts, repeating } = start(() => first.promise)
  await using _repeating = repeating
  repeating.wake()
  repeating.wake()
  first.resolve()
  await clock.advanceBy(50)
  expect(starts).toEqual([0, 0])
})

test('The minimum interval holds when periodic work is woken, unless it is woken without regard to it', async () => {
  const { clock, starts, repeating } = start(() => {}, { minIntervalMs: 40 })
  await using _repeating = repeating
  repeating.wake()
  await clock.advanceBy(50)
  expect(starts).toEqual([0, 40])
  repeating.wakeNow()
  await clock.advanceBy(1)
  expect(starts).toEqual([0, 40, 50])
})

test('An error of one run goes to the error handler, and the next run follows', async () => {
  const errors: unknown[] = []
  const { clock, starts, repeating } = start(() => Promise.reject(new Error('no database')), {
    onError: (error) => errors.push(error),
  })
  await using _repeating = repeating
  await clock.advanceBy(100)
  expect(starts).toEqual([0, 100])
  expect(errors).toEqual([new Error('no database'), new Error('no database')])
})

test('Disposing periodic work aborts its run, waits for the end of the run, and reports no error of it', async () => {
  const errors: unknown[] = []
  let ended = false
  const untilAborted = (signal: AbortSignal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => setImmediate(() => reject(signal.reason)))
    }).finally(() => (ended = true))
  const { repeating } = start(untilAborted, { onError: (error) => errors.push(error) })
  await repeating[Symbol.asyncDispose]()
  expect(ended).toBe(true)
  expect(errors).toEqual([])
})
