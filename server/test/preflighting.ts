import { type AuctionHouse, startAuctionHouse } from '@bidwell/auction-house'
import { api, type SiteCredentials } from '@bidwell/contract'
import { getFreshListing } from '../src/auctions/listings/get-fresh-listing.ts'
import { readConfig } from '../src/config/config.ts'
import { generateKeys } from '../src/config/keys.ts'
import { createSiteUserHasher } from '../src/connections/hash-site-user.ts'
import { readStatus } from '../src/connections/read-status.ts'
import { connectionRoutes } from '../src/connections/routes.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { notificationRoutes } from '../src/notifying/notifications/routes.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { runPreflights } from '../src/preflights/run-preflights.ts'
import { aCtx } from './a-ctx.ts'
import { type Person, startTestApi, type TestApi } from './api.ts'
import { biddingLoaders, biddingRoutes } from './bidding.ts'
import { manualClock } from './manual-clock.ts'

const SITE_PASSWORD = 'canary-site-password'
const HOUR_S = 3_600
const BATCH_SIZE = 20

export type Preflighting = Awaited<ReturnType<typeof startPreflighting>>
export type Bidder = Awaited<ReturnType<Preflighting['bidder']>>

/**
 * The API, an auction house, and the job that runs preflights, on a clock that stories set. Stories share all of it:
 * each begins with `reset` and has bidders of its own.
 */
export async function startPreflighting() {
  await using stack = new AsyncDisposableStack()
  const clock = manualClock(systemClock.now())
  const house = stack.use(await startAuctionHouse({ port: 0, sampleItems: false }))
  const { site, keys } = readConfig({
    DATABASE_URL: 'postgres://127.0.0.1/unused',
    STAND_INS: `site=${house.apiUrl}`,
    ...generateKeys(),
  })
  const marketplace = stack.use(shopgoodwill(clock, site))
  const sealer = createSealer(keys.vault, site.host)
  const hashSiteUser = createSiteUserHasher(keys.session)
  const server = stack.use(
    await startTestApi({
      clock,
      marketplace,
      readsPerSecond: 1_000,
      routes: (ctx) => [
        ...biddingRoutes(ctx),
        ...notificationRoutes(ctx),
        ...connectionRoutes({ ...ctx, sealer, hashSiteUser }, site),
      ],
      loaders: (ctx) => ({
        ...biddingLoaders(ctx),
        loadConnectionStatus: (accountId) => readStatus(ctx, accountId),
      }),
    }),
  )
  const { db } = server
  const ctx = {
    ...aCtx({ db, clock, marketplace, process: 'jobs' }),
    vault: openVault(keys.vault, site.host),
    sealer,
  }
  const owned = stack.move()

  return {
    api: server,
    house,
    clock,
    ctx,
    /** Undoes what earlier stories left: faults, counted reads, pending bids, and the time that they set. */
    async reset() {
      clock.stepWall(systemClock.now() - clock.now())
      house.control.clearFaults()
      house.control.clearReads()
      await db.deleteFrom('read_budgets').execute()
      await db.updateTable('bids').set({ status: 'cancelled' }).where('status', '=', 'pending').execute()
    },
    /** Signs up a user who has an account at the auction house, and stores its login. */
    async bidder() {
      const person = await server.signUp()
      const userName = `user-${person.accountId}`
      house.control.createAccount({ userName, password: SITE_PASSWORD })
      const steps = bidderSteps({ api: server, house, clock }, person)
      await steps.connect({ username: userName, password: SITE_PASSWORD })
      return { person, userName, ...steps }
    },
    /** Runs the preflights that are due; answers how many bids it has claimed. */
    runDue: () => runPreflights(ctx, BATCH_SIZE, neverAborted),
    /** Sets the wall clock to `beforeMs` before an instant. */
    moveTo(instant: number, beforeMs = 0) {
      clock.stepWall(instant - beforeMs - clock.now())
    },
    /** Reads an item from the site, as the job that refreshes listings does. */
    refresh: (auctionId: string) => getFreshListing(ctx, { by: 'refresh' }, auctionId, 0),
    /** How often an endpoint of the site was called since the story began. */
    readsOf: (endpoint: string) => house.control.readReads().reads[endpoint]?.total ?? 0,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type World = { api: TestApi; house: AuctionHouse; clock: Clock }

function bidderSteps({ api: server, house, clock }: World, person: Person) {
  let session = { token: person.token, startedAt: clock.now() }

  /** A token that is valid on the clock that the story has set. */
  async function token() {
    if (session.startedAt !== clock.now()) session = { token: await server.signIn(person), startedAt: clock.now() }
    return session.token
  }

  /** Stores a site login, as the settings page does. */
  async function connect(body: SiteCredentials) {
    return server.call(api.storeCredentials, { token: await token(), params: { provider: 'shopgoodwill' }, body })
  }

  /** Schedules a bid on a new auction. */
  async function scheduledBid({ maxBid = 25, endsInSeconds = 30 * HOUR_S } = {}) {
    const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds })
    const auctionId = String(itemId)
    await server.call(api.trackAuction, { token: await token(), body: { auction_id: auctionId } })
    const body = { auctionId, maxBid, secondsBeforeEnd: 5 }
    const scheduled = await server.call(api.scheduleBid, { token: await token(), body })
    if (scheduled.status !== 200) throw new Error(`Could not schedule: ${scheduled.failure.message}`)
    const { id, fire_at } = scheduled.body.data.bid
    return { id, itemId, auctionId, fireAt: Date.parse(fire_at) }
  }

  async function change(id: number, maxBid: number) {
    const body = { maxBid, confirmMaxBid: maxBid }
    const changed = await server.call(api.changeBid, { token: await token(), params: { id }, body })
    if (changed.status !== 200) throw new Error(`Could not change the bid: ${changed.failure.message}`)
    return changed.body.data.bid
  }

  async function readBid(id: number) {
    const { body } = await server.call(api.listBids, { token: await token() })
    return body.data.bids.find((bid) => bid.id === id)
  }

  const readPreflight = async (id: number) => (await readBid(id))?.preflight ?? null

  return {
    token,
    connect,
    scheduledBid,
    change,
    readBid,
    readPreflight,
    /** The findings of a bid's latest preflight as `severity code`, worst first; null before the first preflight. */
    async findings(id: number) {
      const preflight = await readPreflight(id)
      return preflight?.findings.map(({ severity, code }) => `${severity} ${code}`) ?? null
    },
    /** The sentences about preflights in a bid's log. */
    async preflightLog(id: number) {
      const { body } = await server.call(api.readReceipt, { token: await token(), params: { id } })
      return body.data.events.filter(({ kind }) => kind === 'preflight').map(({ message }) => message)
    },
  }
}
