import { sql } from 'kysely'
import { request } from 'undici'
import { findDeadChannels } from '../deliveries/find-dead-channels.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'
import type { Log } from '../platform/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type Facts, isAllWell, type Trouble } from './is-all-well.ts'
import { countOverdueBids, IS_FIT } from './read-figures.ts'

type Deps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  marketplace: { readonly id: string }
  /** Often contains a secret, so no log names it. */
  url: string
  /** Shorter only in tests. */
  intervalMs?: number
}

const INTERVAL_MS = 60_000
const DATABASE_WITHIN_MS = 5_000
const ANSWER_WITHIN_MS = 10_000

/**
 * Calls the address each minute while all is well, until disposed. A service on another machine then notices when the calls
 * stay away, also because this process or its machine is gone.
 */
export function startHeartbeat(deps: Deps): AsyncDisposable {
  const { clock, log, intervalMs = INTERVAL_MS } = deps
  let trouble: Trouble | null = null
  let isFailing = false

  async function beat(signal: AbortSignal) {
    const facts = await withTimeout(clock, DATABASE_WITHIN_MS, signal, () => readFacts(deps)).catch(() => null)
    if (signal.aborted) return
    const verdict = isAllWell(facts)
    const now = verdict.well ? null : verdict.because
    if (now !== null && now !== trouble) log.warn({ because: now }, 'the heartbeat is withheld')
    trouble = now
    if (!verdict.well) return
    const failure = await failureOf(deps, signal)
    if (signal.aborted) return
    if (failure !== null && !isFailing) log.warn({ because: failure }, 'the heartbeat could not be sent')
    if (failure === null && isFailing) log.info('the heartbeat is sent again')
    isFailing = failure !== null
  }

  return every(clock, intervalMs, beat)
}

async function readFacts({ db, clock, marketplace }: Deps): Promise<Facts> {
  const { rows } = await sql<Omit<Facts, 'deadChannels'>>`
    select exists (select from engines where ${IS_FIT}) as "hasFitEngine",
           ${countOverdueBids(marketplace.id)} as "overdueBids",
           (select extract(epoch from clock_timestamp() - max(raised_at)) * 1000 from alarms)::float8
             as "newestAlarmAgeMs"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database has no facts')
  const deadChannels = await findDeadChannels(db, clock.now())
  return { ...row, deadChannels: deadChannels.length }
}

/** Null when the service has taken the call. No redirect is followed: it could lead to any host. */
async function failureOf({ clock, url }: Deps, stop: AbortSignal): Promise<string | null> {
  try {
    return await withTimeout(clock, ANSWER_WITHIN_MS, stop, async (signal) => {
      const { statusCode, body } = await request(url, { method: 'GET', signal })
      await body.dump()
      return statusCode >= 200 && statusCode < 300 ? null : `status ${statusCode}`
    })
  } catch (error) {
    return error instanceof Error ? (codeOf(error) ?? error.name) : 'unknown'
  }
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : null)
