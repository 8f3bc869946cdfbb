import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'
import type { Log } from '../platform/log.ts'
import { type ReadFreeBytes, watchDisk } from '../platform/watch-disk.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { findTroubles, type Trouble } from './find-troubles.ts'
import { readExpiry } from './read-expiry.ts'
import { FACTS_WITHIN_MS, type FactsDeps, readFacts } from './read-facts.ts'
import { tellTroubles } from './tell-troubles.ts'

type WatchDeps = FactsDeps & {
  log: Pick<Log, 'warn'>
  adminEmails: readonly string[]
  publicUrl: string
  /** The folder whose disk is watched. */
  dataDir: string
  /** In place of the authorities that this machine trusts, in tests. */
  certificateAuthority?: string
  /** In place of the disk's own figure, in tests. */
  readFreeBytes?: ReadFreeBytes
  /** Shorter only in tests. */
  times?: Times
}

type Times = { everyMs: number; settledMs: number; certificateMs: number }

const TIMES: Times = {
  everyMs: 10_000,
  /** Engines of an installation that has just been started are about to beat. */
  settledMs: 30_000,
  certificateMs: 60_000,
}
const FORGOTTEN_AFTER = '1 hour'

/**
 * Measures what only this process can, and tells administrators when something goes wrong and when it is over, until disposed.
 * Several processes may do it.
 */
export function startWatching(deps: WatchDeps): AsyncDisposable {
  const { db, clock, log, times = TIMES } = deps
  const startedAt = clock.now()
  const startedAfter = clock.monotonic()
  const disk = watchDisk(clock, deps.dataDir, deps.readFreeBytes)
  const onError = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  let awaySince: number | null = null

  async function look(signal: AbortSignal) {
    const since = clock.now()
    const facts = await withTimeout(clock, FACTS_WITHIN_MS, signal, async () => {
      await noteBeat(db, startedAt, disk.freeBytes())
      return readFacts(deps)
    }).catch(() => null)
    if (signal.aborted) return
    if (facts === null) {
      awaySince ??= since
      return
    }
    const isSettled = clock.monotonic() - startedAfter >= times.settledMs
    const tell = (troubles: readonly Trouble[]) => tellTroubles(deps, { troubles, isSettled, now: facts.now })
    const troubles = findTroubles(facts)
    // Nobody could be told while the database was away. The troubles that stand go on meanwhile.
    if (awaySince !== null)
      await tell([...findTroubles(null).map((trouble) => ({ ...trouble, since: awaySince })), ...troubles])
    await tell(troubles)
    awaySince = null
  }

  const looking = every(clock, times.everyMs, look, {
    onError: onError('administrators could not be told what is wrong'),
  })
  const checking = every(clock, times.certificateMs, (signal) => noteCertificate(deps, signal), {
    onError: onError('the certificate of PUBLIC_URL could not be noted'),
  })
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([looking, checking, disk].map((each) => each[Symbol.asyncDispose]()))
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

/** Keeps the last reading when the address cannot be reached: from within, it need not be. */
async function noteCertificate({ db, clock, publicUrl, certificateAuthority }: WatchDeps, signal: AbortSignal) {
  const url = new URL(publicUrl)
  if (url.protocol !== 'https:') {
    await db.deleteFrom('public_certificate').execute()
    return
  }
  const expiry = await readExpiry(clock, { url, certificateAuthority }, signal)
  if (expiry === null) return
  const expiresAt = new Date(expiry === 'expired' ? clock.now() : expiry)
  await sql`
    insert into public_certificate (host, expires_at) values (${url.host}, ${expiresAt})
        on conflict (singleton) do update
       set host = excluded.host, checked_at = clock_timestamp(),
           expires_at = case when ${expiry === 'expired'} then least(public_certificate.expires_at, excluded.expires_at)
                             else excluded.expires_at end`.execute(db)
}
