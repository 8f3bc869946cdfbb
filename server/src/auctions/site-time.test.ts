import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { noteSiteClock, siteNow } from './site-time.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const SITE = 'shopgoodwill'

test('the surest look at the site clock is kept, until drift or a set clock makes it doubtful', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const clock = manualClock(NOON)
  await clock.advanceBy(60_000)
  expect(await siteNow(db, SITE, clock)).toBe(clock.now())

  /** A look whose answer took `roundTripMs`, at a site so far ahead of this machine. */
  async function look(aheadMs: number, roundTripMs: number) {
    const receivedAt = clock.monotonic()
    const siteTime = clock.now() - roundTripMs / 2 + aheadMs
    await noteSiteClock(db, SITE, { siteTime, sentAt: receivedAt - roundTripMs, receivedAt, grainMs: 1 }, clock)
  }
  const ahead = async () => Math.round((await siteNow(db, SITE, clock)) - clock.now())

  await look(3_700, 40)
  expect(await ahead()).toBe(3_700)
  await look(3_710, 300)
  expect(await ahead()).toBe(3_700)
  await look(3_702, 20)
  expect(await ahead()).toBe(3_702)

  await clock.advanceBy(3_600_000)
  await look(3_710, 300)
  expect(await ahead()).toBe(3_710)

  clock.stepWall(-3_600_000)
  await look(3_603_710, 500)
  expect(await ahead()).toBe(3_603_710)
})

test('a site that tells whole seconds is taken to be half a second further on, give or take as much', async () => {
  await using database = await createTestDatabase()
  const clock = manualClock(NOON)
  const sample = { siteTime: NOON, sentAt: 0, receivedAt: 0, grainMs: 1_000 }
  await noteSiteClock(database.db, SITE, sample, clock)
  const kept = await database.db.selectFrom('site_clocks').selectAll().executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ offset_ms: 500, uncertainty_ms: 500 })
})
