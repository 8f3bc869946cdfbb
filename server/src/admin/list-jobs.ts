import type { api, Data, JobState, Query } from '@bidwell/contract'
import { sql } from 'kysely'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/database/tables.ts'

const PAGE_LENGTH = 25

/** A page of the jobs in one state, latest first, without what they are about. Throws `malformed` for a foreign cursor. */
export async function listJobs(
  { db }: { db: Db },
  { state = 'failed', task, cursor }: Query<typeof api.listQueuedJobs>,
): Promise<Data<typeof api.listQueuedJobs>> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(cursor).id
  const { rows } = await sql<Row>`
    select * from list_jobs(${state}, ${task ?? null}, ${before}, ${PAGE_LENGTH + 1})`.execute(db)
  const { page, nextCursor } = cutPage(rows, PAGE_LENGTH, ({ id }) => ({ key: 0, id }))
  const counts = await sql<Data<typeof api.listQueuedJobs>['tasks'][number]>`select * from count_jobs()`.execute(db)
  return {
    jobs: page.map(({ run_at, created_at, ...job }) => ({
      ...job,
      run_at: run_at.toISOString(),
      queued_at: created_at.toISOString(),
    })),
    next_cursor: nextCursor,
    tasks: counts.rows,
  }
}

type Row = {
  id: number
  task: string
  state: JobState
  attempts: number
  max_attempts: number
  run_at: Date
  created_at: Date
  last_error: string | null
}
