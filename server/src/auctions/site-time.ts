import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

/** How fast two clocks may drift apart: each tenth of a second of age costs a hundredth of a millisecond. */
const DRIFT = 100e-6

/** The site's clock now, epoch ms, as far as an engine has measured it. For people and rules, not for firing. */
export async function siteNow(db: Db, siteId: string, clock: Clock): Promise<number> {
  const measured = await db
    .selectFrom('site_clocks')
    .select('offset_ms')
    .where('marketplace', '=', siteId)
    .executeTakeFirst()
  return clock.now() + (measured?.offset_ms ?? 0)
}

/** How far the site's clock is ahead of this machine's wall clock, and by how much that may be wrong. */
export type MeasuredClock = { aheadMs: number; uncertaintyMs: number }

/**
 * Keeps a measurement of the site's clock if it is surer than the one kept, allowing for drift since, or contradicts
 * it, which means that a clock was set. `now` is this machine's wall clock, epoch ms.
 */
export async function noteSiteClock(db: Db, siteId: string, { aheadMs, uncertaintyMs }: MeasuredClock, now: number) {
  await sql`
    insert into site_clocks as kept (marketplace, offset_ms, uncertainty_ms, measured_at)
    values (${siteId}, ${aheadMs}, ${uncertaintyMs}, ${new Date(now)})
    on conflict (marketplace) do update
       set offset_ms = excluded.offset_ms, uncertainty_ms = excluded.uncertainty_ms, measured_at = excluded.measured_at
     where excluded.uncertainty_ms <= kept.uncertainty_ms
             + ${DRIFT}::float8 * 1000 * extract(epoch from excluded.measured_at - kept.measured_at)
        or abs(excluded.offset_ms - kept.offset_ms) > excluded.uncertainty_ms + kept.uncertainty_ms`.execute(db)
}
