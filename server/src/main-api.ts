import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadCommonPasswords } from './accounts/common-passwords.ts'
import { createPasswordHasher } from './accounts/password-hasher.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createTokens } from './accounts/tokens.ts'
import { trackersOf } from './auctions/auction-queries.ts'
import { loadAuction } from './auctions/load-auction.ts'
import { auctionRoutes } from './auctions/routes.ts'
import { cancelBidsOn } from './bids/cancel-bid.ts'
import { loadBid } from './bids/load-bid.ts'
import { bidRoutes } from './bids/routes.ts'
import { pauseRoutes } from './pauses/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { readStatus } from './connections/read-status.ts'
import { connectionRoutes } from './connections/routes.ts'
import { checkVaultKeys } from './connections/vault/check-vault-keys.ts'
import { createSealer } from './connections/vault/create-sealer.ts'
import { createApp } from './http/create-app.ts'
import { startEventHub } from './http/events/event-hub.ts'
import { systemRoutes } from './http/routes.ts'
import { logSiteState } from './marketplace/rate-limiting/log-site-state.ts'
import { openReadBudget } from './marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from './marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { createLog } from './platform/log.ts'
import { StartupError } from './platform/startup-error.ts'
import { watchWallClock } from './platform/watch-wall-clock.ts'

process.title = 'bidwell api'
const config = readConfig(process.env)
if (config.database.kind !== 'remote') throw new StartupError('DATABASE_URL must say which database the API works on')

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const log = createLog({ level: config.logLevel, process: 'api' })
await using database = openDatabase({
  url: config.database.url,
  applicationName: 'bidwell api',
  poolSize: 12,
  // Long before a browser gives up: whoever calls is told to come back.
  answerWithinMs: 5_000,
})
await checkVaultKeys({ db: database.db, clock: systemClock }, config.keys.vault)
await using marketplace = shopgoodwill(systemClock, config.site)

const base = { db: database.db, clock: systemClock, marketplace }
const tokens = createTokens(config.keys.session, systemClock)
const [passwords, commonPasswords] = await Promise.all([createPasswordHasher(), loadCommonPasswords()])
const reads = openReadBudget({
  db: database.db,
  siteId: config.site.id,
  readsPerSecond: config.site.readsPerSecond,
  onChange: (state) => logSiteState(log, state),
})
const reading = { ...base, reads }
const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

await using events = await startEventHub({
  ...base,
  database,
  loaders: {
    loadAuction: (accountId, id) => loadAuction(base, accountId, id),
    loadBid: (accountId, id) => loadBid(base.db, accountId, id),
    loadTrackersOf: (listingId) => trackersOf(base.db, listingId),
    loadIntegrationStatus: (accountId) => readStatus(base, accountId),
  },
  onError: (err) => log.error({ err }, 'the event stream could not tell what changed'),
})
await using app = await createApp({
  ...base,
  log,
  tokens,
  events,
  webRoot: existsSync(webRoot) ? webRoot : null,
  imageOrigins: [new URL(config.site.homeUrl).origin],
  trustedProxies: config.http.trustedProxies,
  limits: { callsPerMinute: 1_200, signInsPerMinute: 120 },
  routes: [
    ...systemRoutes(reading),
    ...accountRoutes({ ...base, tokens, passwords, commonPasswords }),
    ...connectionRoutes({ ...base, sealer: createSealer(config.keys.vault), process: 'api', site: config.site }),
    ...auctionRoutes({ ...reading, cancelBidsOn: (accountId, id) => cancelBidsOn(base, accountId, id) }),
    ...bidRoutes(reading),
    ...pauseRoutes(base),
    ...receiptRoutes(base),
  ],
})
await using _watching = watchWallClock({ clock: systemClock, log })
await app.listen({ host: config.http.host, port: config.http.port })
await stopped
