import { startAuctionHouse } from '@bidwell/auction-house'
import { readConfig } from '../src/config/config.ts'
import { generateKeys } from '../src/config/keys.ts'
import { createSiteUserHasher } from '../src/connections/hash-site-user.ts'
import { storeCredentials } from '../src/connections/store-credentials.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import { startJobs } from '../src/jobs/start-jobs.ts'
import { openReadBudget } from '../src/marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createLog } from '../src/platform/log.ts'
import { pollUntil } from '../src/platform/poll-until.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { insertAccount } from './add-rows.ts'
import { createTestDatabase } from './database.ts'

/** A connected account without a stored session, the auction house that it is connected to, and the jobs, which start later. */
export async function aConnection() {
  await using stack = new AsyncDisposableStack()
  const house = stack.use(await startAuctionHouse({ port: 0, sampleItems: false }))
  const { db, url } = stack.use(await createTestDatabase())
  const environment = { DATABASE_URL: url, STAND_INS: `site=${house.apiUrl}`, ...generateKeys() }
  const config = readConfig(environment)
  const marketplace = stack.use(shopgoodwill(systemClock, config.site))
  const sealer = createSealer(config.keys.vault, config.site.host)
  const hashSiteUser = createSiteUserHasher(config.keys.session)
  const deps = { db, clock: systemClock, plans: null, marketplace, sealer, hashSiteUser, process: 'test' }

  const accountId = await insertAccount(db, new Date(systemClock.now()))
  await storeCredentials(deps, accountId, { username: 'demo', password: 'demo' }, neverAborted)
  const { id: connectionId } = await db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  await db.updateTable('connections').set({ sealed_token: null, token_expires_at: null }).execute()
  const readBudget = openReadBudget({ db, siteId: marketplace.id, readsPerSecond: 5, onChange: () => {} })
  const log = createLog({ level: 'silent', process: 'jobs' })
  const vault = openVault(config.keys.vault, config.site.host)
  const jobs = { ...deps, billing: null, readBudget, databaseUrl: url, vault, log }
  const renewedUntil = async () =>
    (await db.selectFrom('connections').select('token_expires_at').executeTakeFirstOrThrow()).token_expires_at
  const owned = stack.move()
  return {
    db,
    house,
    readBudget,
    environment,
    connectionId,
    startJobs: (change: Partial<Parameters<typeof startJobs>[0]> = {}) => startJobs({ ...jobs, ...change }),
    untilRenewed: () => pollUntil(systemClock, renewedUntil, { everyMs: 20, forMs: 180_000 }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
