import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'

type SharingDeps = { db: Db; clock: Clock; onError: (error: unknown) => void }

export type SharedLimits = {
  /** What this process allows one network of a limit that holds for all processes together. */
  shareOf(limit: number): number
  /** The same of a limit over all callers, which a balancer spreads: no process gets more for it. */
  shareOfAll(limit: number): number
}

const COUNT_EVERY_MS = 60_000
/**
 * A balancer may send a network to one process alone, so that nobody gets less than a quarter of a limit, however many
 * processes run.
 */
const MOST_SHARES = 4

/**
 * Counts, each minute until disposed, the processes of this kind that are connected to the database, and divides limits by
 * their number. While the database does not answer, the last count holds.
 */
export function shareLimits({ db, clock, onError }: SharingDeps): SharedLimits & AsyncDisposable {
  let processes = 1
  const counting = every(clock, COUNT_EVERY_MS, async () => (processes = await countProcesses(db)), { onError })
  return {
    shareOf: (limit) => Math.ceil(limit / Math.min(processes, MOST_SHARES)),
    shareOfAll: (limit) => Math.floor(limit / processes),
    [Symbol.asyncDispose]: () => counting[Symbol.asyncDispose](),
  }
}

/**
 * How many processes with the name and role of this one listen for changes: each does so on one connection, on which it
 * repeats `listen` every few seconds. One that has just lost the connection is not counted.
 */
async function countProcesses(db: Db): Promise<number> {
  const { rows } = await sql<{ processes: number }>`
    select count(*)::int as processes from pg_stat_activity
     where datname = current_database() and usename = current_user
       and ${withoutRelease('application_name')} = ${withoutRelease("current_setting('application_name')")}
       and query like 'listen %'`.execute(db)
  return Math.max(1, rows[0]?.processes ?? 1)
}

/** During an upgrade, processes of two releases share. */
const withoutRelease = (name: string) => sql.raw(`regexp_replace(${name}, ' [0-9][0-9.]*$', '')`)
