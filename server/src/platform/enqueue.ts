import { sql } from 'kysely'
import type { Db } from './database/tables.ts'

type Options = {
  /** A waiting job with the same key is replaced, not joined. */
  jobKey?: string
  /** Epoch ms by the database's clock; at once if absent. */
  runAt?: number
}

/** Hands a job to the background; within a transaction, when that commits. */
export async function enqueue(db: Db, task: string, payload: object, { jobKey, runAt }: Options = {}): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${task},
      payload := ${JSON.stringify(payload)}::json,
      job_key := ${jobKey ?? null},
      run_at := ${runAt === undefined ? null : new Date(runAt)}
    )
  `.execute(db)
}
