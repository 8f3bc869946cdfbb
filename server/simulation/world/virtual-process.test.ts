import { expect, test } from 'vitest'
import { neverAborted } from '../../src/platform/with-timeout.ts'
import { chanceOf } from './chance.ts'
import { virtualProcess } from './virtual-process.ts'
import { virtualTime } from './virtual-time.ts'

function aProcess() {
  const time = virtualTime()
  const process = virtualProcess({ name: 'east#1', time, chance: chanceOf(1, 'test'), driftPpm: 0 })
  const startedAt = process.clock.monotonic()
  const wokenAt: number[] = []
  void process.clock.sleepUntil(startedAt + 10_000, neverAborted).then(() => wokenAt.push(time.now()))
  return { time, process, wokenAt, ranMs: () => process.clock.monotonic() - startedAt }
}

test('A pause of a process delays what it does, and no clock', async () => {
  const { time, process, wokenAt, ranMs } = aProcess()
  await time.runTo(5_000)
  process.pause(60_000)
  await time.runTo(80_000)
  expect(wokenAt).toEqual([65_000])
  expect(ranMs()).toBeCloseTo(80_000)
})

test('While a machine is suspended, its monotonic clock stands still, and its timers fire later by as much', async () => {
  const { time, process, wokenAt, ranMs } = aProcess()
  await time.runTo(5_000)
  process.suspend(60_000)
  process.suspend(30_000) // within the first
  await time.runTo(80_000)
  expect(wokenAt.map(Math.round)).toEqual([70_000])
  expect(ranMs()).toBeCloseTo(20_000)
})
