import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { systemClock } from '../platform/clock.ts'
import { storeSiteClock, siteNow } from './site-time.ts'

const SITE = 'shopgoodwill'
const HOUR = 3_600_000

test('The most precise measurement of the site clock is kept until its age or a set clock invalidates it', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  // Many seconds apart, since a slow answer of a busy database adds to a measurement's uncertainty.
  const measure = (aheadMs: number, uncertaintyMs: number) =>
    storeSiteClock(db, SITE, { siteTime: systemClock.now() + aheadMs, uncertaintyMs }, systemClock)
  const ahead = async () => Math.round(((await siteNow(db, SITE, systemClock)) - systemClock.now()) / 10_000) * 10_000

  await measure(370_000, 20_000)
  expect(await ahead()).toBe(370_000)
  await measure(380_000, 150_000)
  expect(await ahead()).toBe(370_000)
  await measure(360_000, 10_000)
  expect(await ahead()).toBe(360_000)

  await sql`update site_clocks set measured_at = measured_at - interval '20000 days'`.execute(db)
  await measure(380_000, 150_000)
  expect(await ahead()).toBe(380_000)

  await measure(HOUR, 200_000)
  expect(await ahead()).toBe(HOUR)
})

test("A process whose machine's clock is an hour off reads the same site time as the process that measured it", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await storeSiteClock(db, SITE, { siteTime: systemClock.now() + 5_000, uncertaintyMs: 10 }, systemClock)
  const elsewhere = manualClock(systemClock.now() - HOUR)
  const aheadMs = (await siteNow(db, SITE, elsewhere)) - systemClock.now()
  expect(Math.abs(aheadMs - 5_000)).toBeLessThan(60_000)
})
