import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedServer, startEmbedded } from '../platform/database/embedded/start-embedded.ts'
import { StartupError } from '../platform/startup-error.ts'
import { takeSeat } from './take-seat.ts'

export type KeptDatabase = AsyncDisposable & { url: string }

const TRY_AGAIN_AFTER_MS = { first: 500, most: 10_000 }

/**
 * Runs the data folder's PostgreSQL, and starts it again whenever it dies, for as long as that takes: engines place
 * what they have armed without it, and a full disk does not stay full. Disposing stops it.
 */
export async function keepDatabase(dataDir: string, onTrouble: (says: string) => void): Promise<KeptDatabase> {
  const { url, ...first } = await startEmbedded(dataDir)
  let server: Pick<EmbeddedServer, 'stop'> | null = first
  let seat = await takeSeat(url)
  const stopping = new AbortController()

  async function watch() {
    while (!stopping.signal.aborted) {
      await seat.lost
      if (stopping.signal.aborted) return
      await seat[Symbol.asyncDispose]()
      onTrouble('The database died; starting it again')
      await startAgain()
    }
  }

  async function startAgain() {
    for (let waitMs = TRY_AGAIN_AFTER_MS.first; ; waitMs = Math.min(waitMs * 2, TRY_AGAIN_AFTER_MS.most)) {
      try {
        server = null
        server = await startWhereItWas()
        seat = await takeSeat(url)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        onTrouble(`${error instanceof Error ? error.message : String(error)}; trying again in ${waitMs} ms`)
        await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
      }
    }
  }

  /** Everybody has been told its address once, and looks for it there. */
  async function startWhereItWas() {
    const started = await startEmbedded(dataDir)
    if (started.url === url) return started
    await started.stop()
    throw new StartupError('The database died, and another program has taken its port')
  }

  const watching = watch()
  return {
    url,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await seat[Symbol.asyncDispose]()
      await watching
      await seat[Symbol.asyncDispose]() // a new one, if the database was just being started again
      await server?.stop()
    },
  }
}
