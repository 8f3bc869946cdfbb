import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { noteSiteClock, siteNow } from './site-time.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const SITE = 'shopgoodwill'

test('the surest measurement of the site clock is kept, until drift or a set clock makes it doubtful', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const clock = manualClock(NOON)
  await clock.advanceBy(60_000)
  expect(await siteNow(db, SITE, clock)).toBe(clock.now())

  const measure = (aheadMs: number, uncertaintyMs: number) =>
    noteSiteClock(db, SITE, { aheadMs, uncertaintyMs }, clock.now())
  const ahead = async () => Math.round((await siteNow(db, SITE, clock)) - clock.now())

  await measure(3_700, 20)
  expect(await ahead()).toBe(3_700)
  await measure(3_710, 150)
  expect(await ahead()).toBe(3_700)
  await measure(3_702, 10)
  expect(await ahead()).toBe(3_702)

  await clock.advanceBy(3_600_000)
  await measure(3_710, 150)
  expect(await ahead()).toBe(3_710)

  clock.stepWall(-3_600_000)
  await measure(3_603_710, 250)
  expect(await ahead()).toBe(3_603_710)
})
