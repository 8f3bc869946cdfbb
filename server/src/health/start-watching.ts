import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'
import { type ReadFreeBytes, watchDisk } from '../platform/watch-disk.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { findTroubles, type Trouble } from './find-troubles.ts'
import { noteTroubles } from './note-troubles.ts'
import { FACTS_WITHIN_MS, readFactsInTime } from './read-facts.ts'

type Watching = Ctx & {
  /** The folder whose disk is watched. */
  dataDir: string
  /** In place of the disk's own figure, in tests. */
  readFreeBytes?: ReadFreeBytes
  /** Shorter only in tests. */
  times?: Times
}

type Times = { everyMs: number; settledMs: number }

const TIMES: Times = {
  everyMs: 10_000,
  /** Engines of an installation that has just been started are about to beat. */
  settledMs: 30_000,
}
const FORGOTTEN_AFTER = '1 hour'

/**
 * Measures what only this process can, notes what is wrong, and tells administrators when it begins and when it is over, until disposed.
 * Several processes may do it.
 */
export function startWatching(ctx: Watching): AsyncDisposable {
  const { db, clock, log, times = TIMES } = ctx
  const startedAt = clock.now()
  const startedAfter = clock.monotonic()
  const disk = watchDisk(clock, ctx.dataDir, ctx.readFreeBytes)
  let awaySince: number | null = null

  async function look(signal: AbortSignal) {
    const since = clock.now()
    // What is noted here is one of the facts.
    await withTimeout(clock, FACTS_WITHIN_MS, signal, () => noteBeat(db, startedAt, disk.freeBytes())).catch(() => {})
    const facts = await readFactsInTime(ctx, signal)
    if (signal.aborted) return
    if (facts === null) {
      awaySince ??= since
      return
    }
    const isSettled = clock.monotonic() - startedAfter >= times.settledMs
    const note = (troubles: readonly Trouble[]) => noteTroubles(ctx, { troubles, isSettled, now: facts.now })
    const troubles = findTroubles(facts)
    // Nobody could be told while the database was away. The troubles that stand go on meanwhile.
    if (awaySince !== null)
      await note([...findTroubles(null).map((trouble) => ({ ...trouble, since: awaySince })), ...troubles])
    await note(troubles)
    awaySince = null
  }

  const looking = every(clock, times.everyMs, look, {
    onError: (err) => log.warn({ err }, 'administrators could not be told what is wrong'),
  })
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([looking, disk].map((each) => each[Symbol.asyncDispose]()))
      await forgetBeat(db).catch(() => {}) // without it, the beat grows old
    },
  }
}

async function noteBeat(db: Db, startedAt: number, freeBytes: number | null) {
  await sql`
    with forgotten as (delete from jobs_processes where beat_at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval)
    insert into jobs_processes (host, pid, started_at, free_bytes)
    values (${hostname()}, ${process.pid}, ${new Date(startedAt)}, ${freeBytes})
        on conflict (host, pid) do update
       set started_at = excluded.started_at, beat_at = clock_timestamp(), free_bytes = excluded.free_bytes`.execute(db)
}

const forgetBeat = (db: Db) =>
  sql`delete from jobs_processes where host = ${hostname()} and pid = ${process.pid}`.execute(db)
