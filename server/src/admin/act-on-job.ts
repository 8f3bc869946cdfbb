import type { api, Body, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { type AdminCall, recordAdminAction } from '../security-log/record-admin-action.ts'
import { refuseUnlessDone } from './act-on-message.ts'

type Request = { id: number; reason: string }
type Row = { result: keyof typeof messages.admin.NOT_DONE | 'done'; task: string }

/** Makes a job due, with all its tries. Throws 404 without it, and `conflict` when it runs or is due. */
export async function retryJob({ db }: { db: Db }, call: AdminCall, { id, reason }: Request): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`select result, task from retry_job(${id})`.execute(tx)
    refuseUnlessDone(rows)
    await recordAdminAction(tx, call, { action: 'job_retried', subject: `job ${rows[0]?.task} ${id}`, reason })
  })
}

/** Deletes a job that does not run. Throws 404 without it, and `conflict` when it runs. */
export async function cancelJob({ db }: { db: Db }, call: AdminCall, { id, reason }: Request): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`select result, task from cancel_job(${id})`.execute(tx)
    refuseUnlessDone(rows)
    await recordAdminAction(tx, call, { action: 'job_cancelled', subject: `job ${rows[0]?.task} ${id}`, reason })
  })
}

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
