import type { SiteTime } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

export type SiteTimeDeps = { db: Db; clock: Clock; marketplace: { readonly id: string } }

type Measured = { siteNow: number; uncertaintyMs: number; ageMs: number }

/** How fast two machines' clocks may drift apart: a tenth of a millisecond in a second. */
const DRIFT = 100e-6

/**
 * The site's time now, by the last measurement of its clock against the database's; less sure the longer that is ago,
 * null when there is none.
 */
export async function siteTime({ db, clock, marketplace }: SiteTimeDeps): Promise<SiteTime> {
  const asked = clock.monotonic()
  const { rows } = await sql<Measured>`
    select (extract(epoch from now) * 1000)::float8 + offset_ms as "siteNow", uncertainty_ms as "uncertaintyMs",
           greatest(0, extract(epoch from now - measured_at) * 1000)::float8 as "ageMs"
      from site_clocks, clock_timestamp() as now
     where marketplace = ${marketplace.id}`.execute(db)
  const [measured] = rows
  if (!measured) return { now: new Date(clock.now()).toISOString(), uncertainty_ms: null }
  const halfWayMs = (clock.monotonic() - asked) / 2
  return {
    now: new Date(measured.siteNow + halfWayMs).toISOString(),
    uncertainty_ms: Math.ceil(measured.uncertaintyMs + halfWayMs + measured.ageMs * DRIFT),
  }
}
