import { expect, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { recentWorst } from './recent-worst.ts'

test('The worst value of the last minutes is kept for at least 150 and less than 300 seconds', async () => {
  const clock = manualClock(0)
  const lateness = recentWorst(clock)
  expect(lateness.worst()).toBeNull()
  lateness.add(7)
  lateness.add(3)
  expect(lateness.worst()).toBe(7)
  await clock.advanceBy(150_000)
  lateness.add(2)
  expect(lateness.worst()).toBe(7)
  await clock.advanceBy(150_000)
  expect(lateness.worst()).toBe(2)
  await clock.advanceBy(300_000)
  expect(lateness.worst()).toBeNull()
})
