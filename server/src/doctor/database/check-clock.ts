import { sql } from 'kysely'
import { type Connected, fail, type Finding, ok, type Patient, warn } from '../check.ts'

const WARN_ABOVE_MS = 1_000
const FAIL_ABOVE_MS = 10_000
const SITE_WARN_ABOVE_MS = 30_000

type Facts = {
  /** How far this machine's clock is ahead of the database's, ms. */
  aheadMs: number
  /** How far the site's clock is ahead of the engine's machine; null before it was measured, and a week after. */
  siteAheadMs: number | null
}

/** Whether the clocks of this machine, of the database and of the site agree. */
export async function checkClock({ db }: Connected, { clock, config }: Patient): Promise<Finding> {
  const before = clock.now()
  const { rows } = await sql<{ now: number; siteAheadMs: number | null }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
           (select offset_ms from site_clocks
             where marketplace = ${config.site.id} and measured_at > now() - interval '7 days') as "siteAheadMs"`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database does not say its time')
  return judgeClock({ aheadMs: (before + clock.now()) / 2 - row.now, siteAheadMs: row.siteAheadMs })
}

function judgeClock({ aheadMs, siteAheadMs }: Facts): Finding {
  const offMs = Math.abs(aheadMs)
  const found = `this machine's clock and the database's differ by ${inSeconds(offMs)}`
  const remedy = 'Let both machines set their clocks by NTP.'
  if (offMs > FAIL_ABOVE_MS) return fail(found, remedy)
  if (offMs > WARN_ABOVE_MS) return warn(found, remedy)
  if (siteAheadMs === null) return ok(`${found}; the site's was not measured within the last week`)
  if (Math.abs(siteAheadMs) > SITE_WARN_ABOVE_MS) {
    const text = `the site's clock and the machine's of the engine differ by ${inSeconds(Math.abs(siteAheadMs))}`
    return warn(text, 'Let the machine of the engine set its clock by NTP. Bids are dated on the site’s clock.')
  }
  return ok(`${found}; from the site's by ${inSeconds(Math.abs(siteAheadMs))}`)
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 1_000 ? 3 : 1)} s`
