import type { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

/** The name of the connection that shows, as long as it is open, that the process of a worker pool runs. */
const connectionOf = (workerPool: string) => `bidwell jobs of ${workerPool}`

export type OwnPools = { readonly ids: readonly string[] }

/** Names a connection of each worker pool after the pool, so that other processes know that it runs. */
export function showOwnPools(events: EventEmitter & WorkerEvents): OwnPools {
  const ids: string[] = []
  events.on('pool:create', ({ workerPool }) => void ids.push(workerPool.id))
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const name = [connectionOf(workerPool.id)]
    // The library has a query under way. A connection that fails is opened again, and this is done again.
    client.once('drain', () => client.query(`select set_config('application_name', $1, false)`, name).catch(() => {}))
  })
  return { ids }
}

/**
 * Returns the jobs whose process has ended to the queue, which would keep them locked for four hours. Another process that
 * has just started, or whose connections were cut, looks ended for a moment: its jobs may then run twice, as jobs that
 * failed do.
 */
export async function freeAbandonedJobs(db: Db, own: OwnPools): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs
     where locked_by is not null and locked_by <> all(${own.ids})
       and not exists (select from pg_stat_activity where application_name = ${connectionOf('')} || locked_by)
  `.execute(db)
}
