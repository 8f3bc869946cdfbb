import { type api, type Body, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { announceChange } from '../changes/announce-change.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { type AdminCall, recordAdminAction } from '../security-log/record-admin-action.ts'

type Deps = { db: Db; clock: Clock }
type MessageRequest = { id: string; reason: string }
type JobRequest = { id: number; reason: string }
type Result = keyof typeof messages.admin.NOT_DONE | 'done'
type JobRow = { result: Result; task: string }

/** Makes a message due that waits for its next try. Throws 404 without it, and `conflict` when it is due, being sent, or over. */
export async function retryMessage(
  { db, clock }: Deps,
  call: AdminCall,
  { id, reason }: MessageRequest,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ result: Result }>`
      select retry_delivery(${id}, ${new Date(clock.now())}) as result`.execute(tx)
    refuseUnlessDone(rows)
    await announceChange(tx, { what: 'delivery' })
    await recordAdminAction(tx, call, { action: 'message_retried', subject: await nameOf(tx, id), reason })
  })
}

/** Ends a message that waits. Throws 404 without it, and `conflict` when it is being sent or over. */
export async function cancelMessage(
  { db, clock }: Deps,
  call: AdminCall,
  { id, reason }: MessageRequest,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const because = messages.admin.cancelledByOperator(reason)
    const { rows } = await sql<{ result: Result }>`
      select cancel_delivery(${id}, ${new Date(clock.now())}, ${because}) as result`.execute(tx)
    refuseUnlessDone(rows)
    await recordAdminAction(tx, call, { action: 'message_cancelled', subject: await nameOf(tx, id), reason })
  })
}

/** Makes the messages of one kind due that were tried in vain. Returns how many; nothing is logged of none. */
export function retryMessages(
  { db, clock }: Deps,
  call: AdminCall,
  { channel, kind, reason }: Body<typeof api.retryMessages>,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ retried: number }>`
      select retry_deliveries(${channel}, ${kind}, ${new Date(clock.now())}) as retried`.execute(tx)
    const retried = rows[0]?.retried ?? 0
    if (retried === 0) return 0
    await announceChange(tx, { what: 'delivery' })
    const subject = `${retried} ${channel} messages of kind ${kind}`
    await recordAdminAction(tx, call, { action: 'messages_retried', subject, reason })
    return retried
  })
}

/** Makes a job due, with all its tries. Throws 404 without it, and `conflict` when it runs or is due. */
export async function retryJob({ db }: { db: Db }, call: AdminCall, { id, reason }: JobRequest): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<JobRow>`select result, task from retry_job(${id})`.execute(tx)
    refuseUnlessDone(rows)
    await recordAdminAction(tx, call, { action: 'job_retried', subject: `job ${rows[0]?.task} ${id}`, reason })
  })
}

/** Deletes a job that does not run. Throws 404 without it, and `conflict` when it runs. */
export async function cancelJob({ db }: { db: Db }, call: AdminCall, { id, reason }: JobRequest): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<JobRow>`select result, task from cancel_job(${id})`.execute(tx)
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

/** Throws when the database has not done what was asked, with the reason. */
function refuseUnlessDone([row]: readonly { result: Result }[]): void {
  if (row === undefined || row.result === 'gone') throw new AppError('not_found', messages.admin.NOT_DONE.gone)
  if (row.result !== 'done') throw new AppError('conflict', messages.admin.NOT_DONE[row.result])
}

/** For the log, which outlives accounts: no address. */
async function nameOf(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('deliveries')
    .select(['channel', 'kind', 'account_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const to = row.account_id === null ? 'to no account' : `to account ${row.account_id}`
  return `${row.channel} message ${row.kind} ${to}`
}
