import { startEmbedded } from '../platform/database/embedded/start-embedded.ts'
import { Refusal } from '../platform/refusal.ts'
import { takeSeat } from './take-seat.ts'

export type KeptDatabase = AsyncDisposable & {
  url: string
  /** Rejects when the database has died and cannot be had again where everybody looks for it. */
  broken: Promise<never>
}

/** Runs the data folder's PostgreSQL, and starts it again if it dies. Disposing stops it. */
export async function keepDatabase(dataDir: string, onRestart: () => void): Promise<KeptDatabase> {
  let server = await startEmbedded(dataDir)
  let seat = await takeSeat(server.url)
  let stopping = false
  const broken = Promise.withResolvers<never>()

  async function watch() {
    for (;;) {
      await seat.lost
      if (stopping) return
      await seat[Symbol.asyncDispose]()
      onRestart()
      const { url } = server
      server = await startEmbedded(dataDir)
      if (server.url !== url) throw new Refusal(`The database died, and its port was taken before it could start again`)
      seat = await takeSeat(url)
      if (stopping) return
    }
  }

  const watching = watch().catch(broken.reject)
  return {
    url: server.url,
    broken: broken.promise,
    async [Symbol.asyncDispose]() {
      stopping = true
      await seat[Symbol.asyncDispose]()
      await watching
      await seat[Symbol.asyncDispose]() // a new one, if the database was just being started again
      await server.stop()
    },
  }
}
