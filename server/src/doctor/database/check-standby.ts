import { sql } from 'kysely'
import { type Connected, type Finding, ok, warn } from '../check.ts'

type Facts = { standbys: number; synchronous: string }

/** Whether a commit waits for the standby, if there is one. */
export async function checkStandby({ db }: Connected): Promise<Finding> {
  const { rows } = await sql<Facts>`
    select current_setting('synchronous_standby_names') as synchronous,
           (select count(*)::int from pg_stat_replication where application_name <> 'pg_basebackup') as standbys`.execute(
    db,
  )
  return judgeStandby(rows[0] ?? { standbys: 0, synchronous: '' })
}

function judgeStandby({ standbys, synchronous }: Facts): Finding {
  if (standbys === 0) return ok('none is connected')
  if (synchronous !== '') return ok(`${standbys} connected, and commits wait for ${synchronous}`)
  return warn(
    `${standbys} connected, and no commit waits for it: a failover loses the last lock-ins`,
    'Name it in synchronous_standby_names.',
  )
}
