import type { SiteTime } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

export type SiteTimeDeps = { db: Db; clock: Clock; marketplace: { readonly id: string } }

/** How fast two machines' clocks may drift apart: a tenth of a millisecond in a second. */
const DRIFT = 100e-6

/** The site's time now, by the last measurement of its clock; less sure the longer that is ago, null when there is none. */
export async function siteTime({ db, clock, marketplace }: SiteTimeDeps): Promise<SiteTime> {
  const measured = await db
    .selectFrom('site_clocks')
    .selectAll()
    .where('marketplace', '=', marketplace.id)
    .executeTakeFirst()
  const now = clock.now()
  if (!measured) return { now: new Date(now).toISOString(), uncertainty_ms: null }
  const ageMs = Math.max(0, now - measured.measured_at.getTime())
  return {
    now: new Date(now + measured.offset_ms).toISOString(),
    uncertainty_ms: Math.ceil(measured.uncertainty_ms + ageMs * DRIFT),
  }
}
