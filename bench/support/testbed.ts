import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/config/config.ts'
import { generateKeys } from '../../server/src/config/keys.ts'
import { createSealer } from '../../server/src/connections/vault/create-sealer.ts'
import { shopgoodwill } from '../../server/src/marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { startEmbedded } from '../../server/src/platform/database/embedded/start-embedded.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { neverAborted } from '../../server/src/platform/with-timeout.ts'
import { aCtx } from '../../server/test/a-ctx.ts'
import { startAuctionHouse } from './start-auction-house.ts'

export type Testbed = Awaited<ReturnType<typeof openTestbed>>

/**
 * Starts the product's PostgreSQL with the shipped settings, migrates it, and starts an auction house. Disposal, also
 * after Ctrl-C, stops and deletes everything.
 */
export async function openTestbed() {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'bidwell-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  let server = await startEmbedded(dataDir)
  stack.defer(() => server.stop())
  const url = server.urls.owner
  await migrate(url)
  const auctionHouse = stack.use(await startAuctionHouse())
  const environment = {
    DATABASE_URL: url,
    BIDWELL_DATA: dataDir,
    STAND_INS: `site=${auctionHouse.url}/api/`,
    LOG_LEVEL: 'info',
    PLAN_MODE: 'self-hosted',
    ...generateKeys(),
  }
  const config = readConfig(environment)
  const database = stack.use(openDatabase({ url, applicationName: 'bench', poolSize: 10 }))
  const marketplace = stack.use(shopgoodwill(systemClock, config.site))
  const owned = stack.move()
  const interrupted = () => void owned.disposeAsync().finally(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)

  return {
    url,
    auctionHouse,
    config,
    environment,
    db: database.db,
    marketplace,
    ctx: aCtx({ db: database.db, marketplace }),
    sealer: createSealer(config.keys.vault, config.site.host),
    /** Registers a part that is disposed before the database. */
    use: <T extends AsyncDisposable>(part: T) => owned.use(part),
    /** Stops PostgreSQL by SIGINT, or crashes it by SIGQUIT, and starts it again after `awayMs`. */
    async restartDatabase(signal: 'SIGINT' | 'SIGQUIT', awayMs: number) {
      process.kill(server.pid, signal)
      await systemClock.sleepUntil(systemClock.monotonic() + awayMs, neverAborted)
      server = await startEmbedded(dataDir)
      if (server.urls.owner !== url) throw new Error('The database came back at another address')
    },
    async [Symbol.asyncDispose]() {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
      await owned.disposeAsync()
    },
  }
}
