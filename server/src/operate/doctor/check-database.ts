import { sql } from 'kysely'
import { type Connected, type Finding, fail, ok, type Patient, warn } from './check.ts'

const MAJOR = 10_000
/** Older ones lack statements that the migrations use. */
const OLDEST = 15
const TESTED = 18

/** Whether the database can be reached, and its PostgreSQL is not too old. */
export async function checkDatabase({ database }: Patient): Promise<Finding> {
  const connected = await database
  if ('because' in connected) return connected.finding
  return judgeVersion(connected.version)
}

export function judgeVersion(version: number): Finding {
  const name = `PostgreSQL ${Math.floor(version / MAJOR)}.${version % MAJOR}`
  const major = Math.floor(version / MAJOR)
  if (major < OLDEST) return fail(`${name} is too old`, `Upgrade it to ${TESTED}, at least to ${OLDEST}.`)
  if (major !== TESTED)
    return warn(`${name} answers; Bidwell is tested with ${TESTED}`, 'Watch the log, or upgrade it.')
  return ok(`${name} answers`)
}

/** Whether a commit waits for the standby, if there is one: else a failover loses the last lock-ins. */
export async function checkStandby({ db }: Connected): Promise<Finding> {
  const { rows } = await sql<{ standbys: number; synchronous: string }>`
    select current_setting('synchronous_standby_names') as synchronous,
           (select count(*)::int from pg_stat_replication where application_name <> 'pg_basebackup') as standbys`.execute(
    db,
  )
  const { standbys, synchronous } = rows[0] ?? { standbys: 0, synchronous: '' }
  if (standbys === 0) return ok('none is connected')
  if (synchronous !== '') return ok(`${standbys} connected, and commits wait for ${synchronous}`)
  return warn(
    `${standbys} connected, and no commit waits for it: a failover loses the last lock-ins`,
    'Name it in synchronous_standby_names.',
  )
}
