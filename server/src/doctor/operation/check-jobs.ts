import { sql } from 'kysely'
import { type Connected, fail, type Finding, ok, warn } from '../check.ts'

type Facts = {
  /** Connections of the jobs to this database. */
  connections: number
  waiting: number
  failed: number
}

const MANY_WAITING = 1_000

/** Whether the jobs run, and their queue moves. */
export async function checkJobs({ db }: Connected): Promise<Finding> {
  // Every role sees the names that other connections have given themselves.
  const { rows } = await sql<Facts>`
    select (select count(*)::int from pg_stat_activity
             where datname = current_database() and starts_with(application_name, 'bidwell jobs')) as connections,
           waiting, failed from read_job_queue()`.execute(db)
  return judgeJobs(rows[0] ?? { connections: 0, waiting: 0, failed: 0 })
}

function judgeJobs({ connections, waiting, failed }: Facts): Finding {
  if (connections === 0) {
    return fail('no process of the jobs is connected', 'Start Bidwell, or "npm run bidwell jobs".')
  }
  if (waiting > MANY_WAITING) return warn(`${waiting} tasks wait`, 'Run another process of the jobs.')
  if (failed > 0) return warn(`${failed} tasks have failed for good`, 'The log of the jobs says why.')
  return ok(`they run, and ${waiting} tasks wait`)
}
