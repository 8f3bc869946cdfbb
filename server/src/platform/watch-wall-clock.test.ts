import { expect, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { watchWallClock } from './watch-wall-clock.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const HOUR = 3_600_000

test("Each setting of the machine's clock is logged once, and gradual adjustments are not logged", async () => {
  const clock = manualClock(NOON)
  const warnings: object[] = []
  let setBy = 0
  const wall = () => clock.now() + setBy
  await using _watching = watchWallClock({ clock, log: { warn: (fields) => void warnings.push(fields) }, wall })

  setBy = 500
  await clock.advanceBy(60_000)
  expect(warnings).toEqual([])
  setBy = HOUR
  await clock.advanceBy(60_000)
  setBy = 0
  await clock.advanceBy(60_000)
  expect(warnings).toEqual([{ setByMs: HOUR }, { setByMs: -HOUR }])
})
