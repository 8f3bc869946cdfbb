import { startAuctionHouse } from '@bidwell/auction-house'
import { readConfig } from '../src/config/config.ts'
import { generateKeys } from '../src/config/keys.ts'
import { createSiteUserHasher } from '../src/connections/hash-site-user.ts'
import { storeCredentials } from '../src/connections/store-credentials.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import { startJobs } from '../src/jobs/start-jobs.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../src/platform/clock.ts'
import { pollUntil } from '../src/platform/poll-until.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { aCtx } from './a-ctx.ts'
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
  const ctx = { ...aCtx({ db, marketplace, readsPerSecond: 5 }), sealer, hashSiteUser }

  const accountId = await insertAccount(db, new Date(systemClock.now()))
  await storeCredentials(ctx, accountId, { username: 'demo', password: 'demo' }, neverAborted)
  const { id: connectionId } = await db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  await db.updateTable('connections').set({ sealed_token: null, token_expires_at: null }).execute()
  const vault = openVault(config.keys.vault, config.site.host)
  const jobs = { ...ctx, billing: null, databaseUrl: url, vault }
  const renewedUntil = async () =>
    (await db.selectFrom('connections').select('token_expires_at').executeTakeFirstOrThrow()).token_expires_at
  const owned = stack.move()
  return {
    db,
    house,
    readBudget: ctx.readBudget,
    environment,
    connectionId,
    startJobs: (change: Partial<Parameters<typeof startJobs>[0]> = {}) => startJobs({ ...jobs, ...change }),
    untilRenewed: () => pollUntil(systemClock, renewedUntil, { everyMs: 20, forMs: 180_000 }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
