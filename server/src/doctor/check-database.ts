import { sql } from 'kysely'
import { type Migration, readMigrations } from '../platform/database/read-migrations.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from './check.ts'

const MAJOR = 10_000
/** Older ones lack statements that the migrations use. */
const OLDEST = 15
const TESTED = 18

/** Whether the database can be reached, and its PostgreSQL is not too old. */
export async function checkDatabase({ database }: Patient): Promise<Finding> {
  const connected = await database
  if ('because' in connected) return connected.finding
  return judgeVersion(connected.version, connected.tookMs)
}

export function judgeVersion(version: number, tookMs: number): Finding {
  const name = `PostgreSQL ${Math.floor(version / MAJOR)}.${version % MAJOR}`
  const major = Math.floor(version / MAJOR)
  if (major < OLDEST) return fail(`${name} is too old`, `Upgrade it to ${TESTED}, at least to ${OLDEST}.`)
  if (major !== TESTED)
    return warn(`${name} answers; Bidwell is tested with ${TESTED}`, 'Watch the log, or upgrade it.')
  return ok(`${name} answers in ${tookMs} ms`)
}

/** Whether a connection keeps its state: engines hold locks, and all processes listen. */
export async function checkConnection({ sessionFailure }: Connected): Promise<Finding> {
  if (sessionFailure !== null) return fail(sessionFailure, null)
  return ok('a connection keeps its state, so that engines can hold locks')
}

type Known = Pick<Migration, 'name' | 'checksum'>

/** Whether the database has the shape of this version. */
export async function checkMigrations({ db }: Connected): Promise<Finding> {
  const { rows } = await sql<Known>`select name, checksum from migrations`.execute(db)
  return judgeMigrations(await readMigrations(), rows)
}

function judgeMigrations(ours: readonly Known[], applied: readonly Known[]): Finding {
  const known = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const missing = ours.filter(({ name }) => !known.has(name))
  if (missing.length > 0) {
    const found = `the database lacks ${missing.length} of this version, from ${missing[0]?.name} on`
    return fail(found, 'Run "npm run bidwell migrate".')
  }
  const changed = ours.find(({ name, checksum }) => known.get(name) !== checksum)
  if (changed) return fail(`${changed.name} differs from what was applied`, 'Install the release again, unchanged.')
  const newer = applied.length - ours.length
  if (newer > 0) {
    return warn(`the database has ${newer} of a newer version`, 'Finish the upgrade: start that version everywhere.')
  }
  return ok(`all ${ours.length} are applied`)
}

type StandbyFacts = { standbys: number; synchronous: string }

/** Whether a commit waits for the standby, if there is one. */
export async function checkStandby({ db }: Connected): Promise<Finding> {
  const { rows } = await sql<StandbyFacts>`
    select current_setting('synchronous_standby_names') as synchronous,
           (select count(*)::int from pg_stat_replication where application_name <> 'pg_basebackup') as standbys`.execute(
    db,
  )
  return judgeStandby(rows[0] ?? { standbys: 0, synchronous: '' })
}

function judgeStandby({ standbys, synchronous }: StandbyFacts): Finding {
  if (standbys === 0) return ok('none is connected')
  if (synchronous !== '') return ok(`${standbys} connected, and commits wait for ${synchronous}`)
  return warn(
    `${standbys} connected, and no commit waits for it: a failover loses the last lock-ins`,
    'Name it in synchronous_standby_names.',
  )
}

const WARN_ABOVE_MS = 1_000
const FAIL_ABOVE_MS = 10_000
const SITE_WARN_ABOVE_MS = 30_000

type ClockFacts = {
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

function judgeClock({ aheadMs, siteAheadMs }: ClockFacts): Finding {
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
