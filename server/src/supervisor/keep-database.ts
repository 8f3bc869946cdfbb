import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { type EmbeddedServer, startEmbedded } from '../platform/database/embedded/start-embedded.ts'
import { cutLog } from '../platform/database/embedded/start-server.ts'
import type { DatabaseUrls } from '../platform/database/roles.ts'
import { every } from '../platform/every.ts'
import { StartupError } from '../platform/startup-error.ts'
import { lockSupervisor } from './supervisor-lock.ts'

export type KeptDatabase = AsyncDisposable & { urls: DatabaseUrls }

type LogLimits = { maxBytes?: number; checkedEveryMs?: number }

const LOG_CHECK_MS = 10_000
const RETRY_DELAY_MS = { first: 500, max: 10_000 }

/**
 * Runs the data folder's PostgreSQL, and starts it again whenever it dies, until disposed. The retries have no limit:
 * engines place armed bids without the database, and a full disk does not stay full. The server's log is cut while it
 * runs: callers could make it grow until the disk is full.
 */
export async function keepDatabase(
  dataDir: string,
  onProblem: (message: string) => void,
  { maxBytes, checkedEveryMs = LOG_CHECK_MS }: LogLimits = {},
): Promise<KeptDatabase> {
  const { urls, ...first } = await startEmbedded(dataDir)
  let server: Pick<EmbeddedServer, 'stop'> | null = first
  let lock = await lockSupervisor(urls.owner)
  const stopping = new AbortController()

  async function watch() {
    while (!stopping.signal.aborted) {
      await lock.lost
      if (stopping.signal.aborted) return
      await lock[Symbol.asyncDispose]()
      onProblem('The database died; starting it again')
      await restart()
    }
  }

  async function restart() {
    for (let waitMs = RETRY_DELAY_MS.first; ; waitMs = Math.min(waitMs * 2, RETRY_DELAY_MS.max)) {
      try {
        server = null
        server = await startAtSameAddress()
        lock = await lockSupervisor(urls.owner)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        onProblem(`${error instanceof Error ? error.message : String(error)}; trying again in ${waitMs} ms`)
        await systemClock.sleepUntil(systemClock.monotonic() + waitMs, stopping.signal).catch(() => {})
        if (stopping.signal.aborted) return
      }
    }
  }

  /** The other processes received the address once, at their start, and reconnect to it. */
  async function startAtSameAddress() {
    const started = await startEmbedded(dataDir)
    if (started.urls.owner === urls.owner) return started
    await started.stop()
    throw new StartupError('The database died, and another program has taken its port')
  }

  const watching = watch()
  const log = join(dataDir, 'logs', 'postgres.log')
  const cutting = every(systemClock, checkedEveryMs, () => cutLog(log, maxBytes), {
    onError: (error) => onProblem(`${log} could not be shortened: ${String(error)}`),
  })
  return {
    urls,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await cutting[Symbol.asyncDispose]()
      await lock[Symbol.asyncDispose]()
      await watching
      await lock[Symbol.asyncDispose]() // a restart in progress may have taken a new lock
      await server?.stop()
    },
  }
}
