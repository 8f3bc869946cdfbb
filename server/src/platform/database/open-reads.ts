import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { every } from '../every.ts'
import type { Log } from '../log.ts'
import { pollUntil } from '../poll-until.ts'
import { openDatabase } from './open-database.ts'
import type { PoolOptions } from './open-pool.ts'
import type { Db } from './tables.ts'

type ReadAt = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/**
 * Where large reads go: to a standby while it can answer for the main database, else to that. A read that fails at the
 * standby is made once more at the main database, so `read` must only read.
 */
export type Reads = {
  /** Sees everything that was committed before the call: nothing that a user just did seems undone. */
  fresh: ReadAt
  /** Sees a state that is at most `MOST_LAG_MS` old, give or take a second. */
  recent: ReadAt
}

export type StandbyState = {
  isUsed: boolean
  /** How old its state is at most; null while that is not known. */
  lagMs: number | null
}

export type Standby = AsyncDisposable & { reads: Reads; state: () => StandbyState }

type Deps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
}

const MOST_LAG_MS = 5_000
const MEASURE_EVERY_MS = 1_000
const MOST_SEEN = 60
/** A standby on the same network is milliseconds behind. Who waits longer is better served by the main database. */
const WAIT = { everyMs: 10, forMs: 250 }
const CONNECT_WITHIN_MS = 1_000
/** History, exports and searches are rarer than other reads. */
const READING = { poolSize: 4, connectWithinMs: CONNECT_WITHIN_MS, keepsStatements: true }
const MEASURING = { poolSize: 1, connectWithinMs: CONNECT_WITHIN_MS, answerWithinMs: 1_000 }

/** For an installation without a standby to read from. */
export const readsOf = (db: Db): Reads => ({ fresh: (read) => read(db), recent: (read) => read(db) })

type Place = {
  /** In the log of PostgreSQL, in bytes: everything up to here can be seen. */
  position: number
  /** The cluster and, for a server that can be written to, the server itself. */
  identity: string
  isStandby: boolean
}

/** How far the log is written at the main database, or replayed at a standby. */
async function placeOf(db: Db): Promise<Place> {
  // A commit that does not wait for the disk can be seen before it is flushed.
  const { rows } = await sql<Place>`
    select pg_is_in_recovery() as "isStandby",
           (select system_identifier from pg_control_system()) || ' ' ||
             case when pg_is_in_recovery() then '' else pg_postmaster_start_time()::text end as identity,
           pg_wal_lsn_diff(case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
                                when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                                else pg_current_wal_flush_lsn() end, '0/0')::float8 as position`.execute(db)
  const [place] = rows
  if (!place) throw new Error('PostgreSQL does not say how far its log is')
  return place
}

/** Why a server cannot answer for the main database, whatever its lag; null when it can. The main database itself can. */
function whyNotReadFrom(other: Place, main: Place): string | null {
  if (other.identity.split(' ')[0] !== main.identity.split(' ')[0]) return 'it is not a copy of the main database'
  if (!other.isStandby && other.identity !== main.identity) return 'it was promoted, and follows no more'
  return null
}

type Options = Pick<PoolOptions, 'url' | 'answerWithinMs'>

/**
 * Opens the standby at `url` and measures each second how old its state is: it has replayed what the main database had
 * written at known instants, which needs no clock in common, and no write. It may be away, also at the start.
 */
export function openStandby({ db, clock, log }: Deps, options: Options): Standby {
  const connecting = { ...options, applicationName: 'bidwell api reads' }
  const database = openDatabase({ ...connecting, ...READING })
  const measuring = openDatabase({ ...connecting, ...MEASURING })
  /** Where the main database was, oldest first. The standby has replayed the first one, or none that is kept. */
  let seen: { position: number; at: number }[] = []
  let state: StandbyState = { isUsed: false, lagMs: null }
  let because: string | null = null

  function set(lagMs: number | null, reason: string | null) {
    const hasChanged = state.isUsed !== (reason === null) || because !== reason
    because = reason
    state = { isUsed: reason === null, lagMs }
    if (!hasChanged) return
    if (state.isUsed) log.info('large reads go to the standby')
    else log.warn({ because }, 'large reads go to the main database, because the standby cannot be used')
  }

  async function measure() {
    const at = clock.monotonic()
    const main = await placeOf(db)
    seen.push({ position: main.position, at })
    const standby = await placeOf(measuring.db)
    const reason = whyNotReadFrom(standby, main)
    seen = seen.slice(
      Math.max(
        0,
        seen.findLastIndex(({ position }) => position <= standby.position),
      ),
    )
    const [first = { position: 0, at }] = seen
    const isReplayed = first.position <= standby.position
    const ageMs = clock.monotonic() - first.at
    if (reason !== null) set(null, reason)
    else if (ageMs > MOST_LAG_MS) set(isReplayed ? ageMs : null, 'it lags behind')
    else if (isReplayed) set(ageMs, null)
    seen = seen.slice(-MOST_SEEN)
  }

  const giveUp = (error: unknown) => set(null, `it cannot be read: ${String(error)}`)
  const periodic = every(clock, MEASURE_EVERY_MS, measure, { onError: giveUp })

  const orElseMain =
    (isReady: () => Promise<boolean>): ReadAt =>
    async (read) => {
      if (!state.isUsed) return read(db)
      try {
        if (await isReady()) return await read(database.db)
      } catch (error) {
        // Whether it is away for longer, the next measurement finds out.
        if (error instanceof AppError) throw error
      }
      return read(db)
    }

  /** Whether the standby soon has everything that the main database has now. */
  async function hasCaughtUp() {
    const { position } = await placeOf(db)
    const reached = await pollUntil(
      clock,
      async () => ((await placeOf(database.db)).position >= position ? true : null),
      WAIT,
    )
    return reached !== null
  }

  return {
    reads: { fresh: orElseMain(hasCaughtUp), recent: orElseMain(async () => true) },
    state: () => state,
    async [Symbol.asyncDispose]() {
      await periodic[Symbol.asyncDispose]()
      await Promise.all([measuring[Symbol.asyncDispose](), database[Symbol.asyncDispose]()])
    },
  }
}
