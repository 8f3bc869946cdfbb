import { once } from 'node:events'
import { checkVaultKeys } from './connections/vault/check-vault-keys.ts'
import { createSealer } from './connections/vault/create-sealer.ts'
import { openVault } from './connections/vault/open-vault.ts'
import { startEndingPaused } from './jobs/start-ending-paused.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startPreflights } from './jobs/start-preflights.ts'
import { startRefreshing } from './jobs/start-refreshing.ts'
import { logSiteState } from './marketplace/rate-limiting/log-site-state.ts'
import { openReadBudget } from './marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from './marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { createLog } from './platform/log.ts'
import { StartupError } from './platform/startup-error.ts'
import { watchWallClock } from './platform/watch-wall-clock.ts'

process.title = 'bidwell jobs'
const config = readConfig(process.env)
if (config.database.kind !== 'remote') throw new StartupError('DATABASE_URL must say which database the jobs work on')

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const log = createLog({ level: config.logLevel, process: 'jobs' })
await using database = openDatabase({
  url: config.database.url,
  applicationName: 'bidwell jobs',
  poolSize: 10,
  answerWithinMs: 30_000,
})
await checkVaultKeys({ db: database.db, clock: systemClock }, config.keys.vault)
await using marketplace = shopgoodwill(systemClock, config.site)
const deps = { db: database.db, clock: systemClock, marketplace }
const sessions = {
  ...deps,
  vault: openVault(config.keys.vault),
  sealer: createSealer(config.keys.vault),
  process: 'jobs',
}
const reads = openReadBudget({
  db: database.db,
  siteId: marketplace.id,
  readsPerSecond: config.site.readsPerSecond,
  onChange: (state) => logSiteState(log, state),
})
await using jobs = await startJobs({ ...sessions, reads, databaseUrl: config.database.url, log })
await using _refreshing = startRefreshing({
  ...deps,
  reads,
  onError: (error) => log.warn({ err: error }, 'a read of the site failed'),
})
await using _ending = startEndingPaused({
  ...deps,
  onError: (error) => log.warn({ err: error }, 'bids whose auctions closed during a pause could not be ended'),
})
await using _preflights = await startPreflights({
  ...sessions,
  reads,
  database,
  onError: (error) => log.warn({ err: error }, 'a check ahead of a bid failed'),
})
await using _watching = watchWallClock({ clock: systemClock, log })
await Promise.race([stopped, jobs.done])
