import { expect, test } from 'vitest'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { manualClock } from './manual-clock.ts'

const NOON = Date.UTC(2030, 0, 1, 12)

test('A manual clock wakes sleepers in the order of their instants', async () => {
  const clock = manualClock(NOON)
  const woken: number[] = []
  for (const ms of [30, 10, 20]) void clock.sleepUntil(ms, neverAborted).then(() => woken.push(clock.now() - NOON))
  await clock.advanceTo(NOON + 25)
  expect(woken).toEqual([10, 20])
  expect(clock.now()).toBe(NOON + 25)
  await clock.advanceBy(5)
  expect(woken).toEqual([10, 20, 30])
})

test('Setting the wall clock of a manual clock wakes no sleeper and leaves the monotonic clock alone', async () => {
  const clock = manualClock(NOON)
  let woken = false
  void clock.sleepUntil(1_000, neverAborted).then(() => (woken = true))
  clock.stepWall(3_600_000)
  await clock.advanceBy(999)
  expect(woken).toBe(false)
  expect(clock.now()).toBe(NOON + 3_600_999)
  expect(clock.monotonic()).toBe(999)
})

test('An aborted sleep rejects with the reason of its signal', async () => {
  const clock = manualClock(NOON)
  const stopping = new AbortController()
  const sleep = clock.sleepUntil(1_000, stopping.signal)
  stopping.abort(new Error('stopping'))
  await expect(sleep).rejects.toThrow('stopping')
})
