import { once } from 'node:events'
import { checkVaultKeys } from './connections/vault/check-vault-keys.ts'
import { createSealer } from './connections/vault/create-sealer.ts'
import { openVault } from './connections/vault/open-vault.ts'
import { startEngine } from './engine/start-engine.ts'
import { shopgoodwill } from './marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { createLog } from './platform/log.ts'
import { StartupError } from './platform/startup-error.ts'
import { watchWallClock } from './platform/watch-wall-clock.ts'

process.title = 'bidwell engine'
const config = readConfig(process.env)
if (config.database.kind !== 'remote')
  throw new StartupError('DATABASE_URL must say which database the engine works on')

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const log = createLog({ level: config.logLevel, process: 'engine' })
await using database = openDatabase({
  url: config.database.url,
  applicationName: 'bidwell engine',
  poolSize: 12,
  // As long as its core waits: what hangs for longer must not keep its connection.
  answerWithinMs: 5_000,
})
await checkVaultKeys({ db: database.db, clock: systemClock }, config.keys.vault)
await using marketplace = shopgoodwill(systemClock, config.site)
await using _engine = await startEngine({
  database,
  clock: systemClock,
  marketplace,
  vault: openVault(config.keys.vault),
  sealer: createSealer(config.keys.vault),
  dataDir: config.dataDir,
  readsPerSecond: config.site.readsPerSecond,
  log,
})
await using _watching = watchWallClock({ clock: systemClock, log })
await stopped
