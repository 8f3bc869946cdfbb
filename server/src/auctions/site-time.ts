import { sql } from 'kysely'
import type { ClockSample } from '../marketplace/marketplace.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

/** How fast two clocks may drift apart: each tenth of a second of age costs a hundredth of a millisecond. */
const DRIFT = 100e-6

/** The site's clock now, epoch ms, as far as this installation has measured it. For people and rules, not for firing. */
export async function siteNow(db: Db, siteId: string, clock: Clock): Promise<number> {
  const measured = await db
    .selectFrom('site_clocks')
    .select('offset_ms')
    .where('marketplace', '=', siteId)
    .executeTakeFirst()
  return clock.now() + (measured?.offset_ms ?? 0)
}

/**
 * Keeps a sample of the site's clock if it is surer than the one kept, allowing for drift since, or contradicts it,
 * which means that a wall clock was set.
 */
export async function noteSiteClock(db: Db, siteId: string, sample: ClockSample, clock: Clock): Promise<void> {
  const wallAtMiddle = clock.now() - clock.monotonic() + (sample.sentAt + sample.receivedAt) / 2
  // A source that counts in whole units has, on average, gone half a unit further than it says.
  const offsetMs = sample.siteTime + (sample.grainMs > 1 ? sample.grainMs / 2 : 0) - wallAtMiddle
  const uncertaintyMs = (sample.receivedAt - sample.sentAt) / 2 + (sample.grainMs > 1 ? sample.grainMs / 2 : 0)
  await sql`
    insert into site_clocks as kept (marketplace, offset_ms, uncertainty_ms, measured_at)
    values (${siteId}, ${offsetMs}, ${uncertaintyMs}, ${new Date(clock.now())})
    on conflict (marketplace) do update
       set offset_ms = excluded.offset_ms, uncertainty_ms = excluded.uncertainty_ms, measured_at = excluded.measured_at
     where excluded.uncertainty_ms <= kept.uncertainty_ms
             + ${DRIFT}::float8 * 1000 * extract(epoch from excluded.measured_at - kept.measured_at)
        or abs(excluded.offset_ms - kept.offset_ms) > excluded.uncertainty_ms + kept.uncertainty_ms`.execute(db)
}
