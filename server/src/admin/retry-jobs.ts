import type { api, Body } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { type AdminCall, recordAdminAction } from '../security-log/record-admin-action.ts'

/** Makes the jobs of a task due that have failed for good. Returns how many; nothing is logged of none. */
export function retryJobs(
  { db }: { db: Db },
  call: AdminCall,
  { task, reason }: Body<typeof api.retryJobs>,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ retried: number }>`select retry_failed_jobs(${task}) as retried`.execute(tx)
    const retried = rows[0]?.retried ?? 0
    if (retried > 0) {
      await recordAdminAction(tx, call, { action: 'jobs_retried', subject: `${retried} jobs ${task}`, reason })
    }
    return retried
  })
}
