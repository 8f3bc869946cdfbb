import { sql } from 'kysely'
import type { Db } from './database/tables.ts'

type Options = {
  /** Replaces a waiting job with the same key. */
  jobKey?: string
  /** Epoch ms by the database's clock; immediately if absent. */
  runAt?: number
}

/** Adds a job to the queue of the jobs process. In a transaction, the job is added when that commits. */
export async function enqueue(db: Db, task: string, payload: object, { jobKey, runAt }: Options = {}): Promise<void> {
  await sql`
    select enqueue_job(
      ${task},
      ${JSON.stringify(payload)}::json,
      ${jobKey ?? null},
      ${runAt === undefined ? null : new Date(runAt)}
    )
  `.execute(db)
}
