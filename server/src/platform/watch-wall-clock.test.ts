import { expect, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { watchWallClock } from './watch-wall-clock.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const HOUR = 3_600_000

test('a machine whose clock is set is told of once for each time, and slow adjustments are not', async () => {
  const clock = manualClock(NOON)
  const told: object[] = []
  let setBy = 0
  const wall = () => clock.now() + setBy
  await using _watching = watchWallClock({ clock, log: { warn: (fields) => void told.push(fields) }, wall })

  setBy = 500
  await clock.advanceBy(60_000)
  expect(told).toEqual([])
  setBy = HOUR
  await clock.advanceBy(60_000)
  setBy = 0
  await clock.advanceBy(60_000)
  expect(told).toEqual([{ setByMs: HOUR }, { setByMs: -HOUR }])
})
