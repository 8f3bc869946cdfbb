import type { SiteTime } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

/** How fast two clocks may drift apart: 100 parts per million. */
const DRIFT = 100e-6

/** The clock that all processes share, epoch ms. */
const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

/** The site's time now, epoch ms, or this machine's if no engine has measured it. Not precise enough for firing. */
export async function siteNow(db: Db, siteId: string, clock: Clock): Promise<number> {
  const { rows } = await sql<{ siteNow: number }>`
    select ${DATABASE_NOW} + offset_ms as "siteNow" from site_clocks where marketplace = ${siteId}`.execute(db)
  return rows[0]?.siteNow ?? clock.now()
}

/** The site's time at this moment, epoch ms, and its greatest possible error. */
export type MeasuredClock = { siteTime: number; uncertaintyMs: number }

/**
 * Stores a measurement of the site's clock relative to the database's clock, which all processes share. It replaces the
 * stored measurement if it is more precise, allowing for drift since, or if the two contradict each other, which means
 * that a clock was set.
 */
export async function storeSiteClock(db: Db, siteId: string, { siteTime, uncertaintyMs }: MeasuredClock, clock: Clock) {
  const sentAt = clock.monotonic()
  const { rows } = await sql<{ now: number }>`select ${DATABASE_NOW} as now`.execute(db)
  const halfRoundTripMs = (clock.monotonic() - sentAt) / 2
  const now = rows[0]?.now ?? 0
  await sql`
    insert into site_clocks as stored (marketplace, offset_ms, uncertainty_ms, measured_at)
    values (${siteId}, ${siteTime + halfRoundTripMs - now}, ${uncertaintyMs + halfRoundTripMs}, ${new Date(now)})
    on conflict (marketplace) do update
       set offset_ms = excluded.offset_ms, uncertainty_ms = excluded.uncertainty_ms, measured_at = excluded.measured_at
     where excluded.uncertainty_ms <= stored.uncertainty_ms
             + ${DRIFT}::float8 * 1000 * extract(epoch from excluded.measured_at - stored.measured_at)
        or abs(excluded.offset_ms - stored.offset_ms) > excluded.uncertainty_ms + stored.uncertainty_ms`.execute(db)
}

type Parts = { db: Db; clock: Clock; marketplace: { readonly id: string } }

type Measured = { siteNow: number; uncertaintyMs: number; ageMs: number }

/**
 * The site's time now, by the stored measurement of its clock. The uncertainty grows with the measurement's age, and is
 * null without a measurement.
 */
export async function readSiteTime({ db, clock, marketplace }: Parts): Promise<SiteTime> {
  const sentAt = clock.monotonic()
  const { rows } = await sql<Measured>`
    select (extract(epoch from now) * 1000)::float8 + offset_ms as "siteNow", uncertainty_ms as "uncertaintyMs",
           greatest(0, extract(epoch from now - measured_at) * 1000)::float8 as "ageMs"
      from site_clocks, clock_timestamp() as now
     where marketplace = ${marketplace.id}`.execute(db)
  const [measured] = rows
  if (!measured) return { now: new Date(clock.now()).toISOString(), uncertainty_ms: null }
  const halfRoundTripMs = (clock.monotonic() - sentAt) / 2
  return {
    now: new Date(measured.siteNow + halfRoundTripMs).toISOString(),
    uncertainty_ms: Math.ceil(measured.uncertaintyMs + halfRoundTripMs + measured.ageMs * DRIFT),
  }
}
