import { startAuctionHouse } from '@bidwell/auction-house'
import * as contract from '@bidwell/contract'
import { loadAuction } from '../src/auctions/load-auction.ts'
import { auctionRoutes } from '../src/auctions/routes.ts'
import { cancelBidsOn } from '../src/bids/cancel-bid.ts'
import { loadBid } from '../src/bids/load-bid.ts'
import { bidRoutes } from '../src/bids/routes.ts'
import { receiptRoutes } from '../src/receipts/routes.ts'
import { readStatus } from '../src/connections/read-status.ts'
import { connectionRoutes } from '../src/connections/routes.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import { openReadBudget } from '../src/marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Db } from '../src/platform/database/tables.ts'
import { generateKeys } from '../src/platform/keys.ts'
import { runPreflights } from '../src/preflights/run-preflights.ts'
import { startTestApi } from './api.ts'
import { manualClock } from './manual-clock.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'

export const LOGIN = { username: 'demo-user', password: 'canary-site-password' }
const provider = { provider: 'shopgoodwill' } as const
const HOUR_S = 3_600

type Wanted = { maxBid?: number; endsInSeconds?: number }

/** The API and the auction house, a connected bidder, and the background's checks on a clock that the test moves. */
export async function startPreflighting() {
  await using stack = new AsyncDisposableStack()
  const clock = manualClock(systemClock.now())
  const house = stack.use(await startAuctionHouse({ port: 0, sampleLots: false }))
  house.control.createAccount({ userName: LOGIN.username, password: LOGIN.password })
  const config = readConfig({
    DATABASE_URL: 'postgres://unused',
    AUCTION_HOUSE_PORT: new URL(house.url).port,
    ...generateKeys(),
  })
  const { site } = config
  const marketplace = stack.use(shopgoodwill(clock, site))
  const sealer = createSealer(config.keys.vault)
  const reading = (base: { db: Db }) => ({
    ...base,
    clock,
    marketplace,
    readBudget: openReadBudget({ db: base.db, siteId: site.id, readsPerSecond: 1_000, onChange: () => {} }),
  })
  let db: Db | undefined
  const theDb = () => db ?? notStarted()
  const api = stack.use(
    await startTestApi({
      clock,
      routes: (base) => {
        ;({ db } = base)
        const deps = reading(base)
        return [
          ...auctionRoutes({ ...deps, cancelBidsOn: (...whose) => cancelBidsOn(deps, ...whose) }),
          ...bidRoutes(deps),
          ...receiptRoutes(deps),
          ...connectionRoutes({ ...base, marketplace, sealer, process: 'api', site }),
        ]
      },
      loaders: {
        loadAuction: (accountId, id) => loadAuction({ db: theDb(), marketplace }, accountId, id),
        loadBid: (accountId, id) => loadBid(theDb(), accountId, id),
        loadIntegrationStatus: (accountId) => readStatus({ db: theDb(), clock, marketplace }, accountId),
      },
    }),
  )
  const deps = { ...reading(api), vault: openVault(config.keys.vault), sealer, process: 'jobs' }
  const person = await api.signUp()
  await connect()
  const owned = stack.move()

  /** Says a login to Bidwell, as in the settings. */
  async function connect(body: contract.SiteCredentials = LOGIN) {
    const token = await api.signIn(person)
    return api.call(contract.storeCredentials, { token, params: provider, body })
  }

  /** A snipe that is pending on a lot of its own. */
  async function scheduledBid({ maxBid = 25, endsInSeconds = 30 * HOUR_S }: Wanted = {}) {
    const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds })
    const auctionId = String(itemId)
    const token = await api.signIn(person)
    await api.call(contract.trackAuction, { token, body: { auction_id: auctionId } })
    const { body } = await api.call(contract.scheduleBid, { token, body: { auctionId, maxBid, secondsBeforeEnd: 5 } })
    const { id, fire_at } = body.data.bid
    return { id, itemId, auctionId, fireAt: Date.parse(fire_at) }
  }

  async function change(id: number, maxBid: number) {
    const token = await api.signIn(person)
    const { status, body } = await api.call(contract.changeBid, { token, params: { id }, body: { maxBid } })
    if (status !== 200) throw new Error(`Could not change the bid: ${status}`)
    return body.data.bid
  }

  async function bidOf(id: number) {
    const token = await api.signIn(person)
    const { body } = await api.call(contract.listBids, { token })
    return body.data.bids.find((bid) => bid.id === id)
  }

  /** What the API says of a bid's latest check. */
  const preflightOf = async (id: number) => (await bidOf(id))?.preflight ?? null

  return {
    api,
    house,
    clock,
    deps,
    person,
    connect,
    scheduledBid,
    change,
    bidOf,
    preflightOf,
    /** One turn of the background; answers how many bids it has taken. */
    check: () => runPreflights(deps, 20, neverAborted),
    /** As `severity code`, worst first; null before the first check. */
    found: async (id: number) =>
      (await preflightOf(id))?.findings.map(({ severity, code }) => `${severity} ${code}`) ?? null,
    /** Moves the time to so long before an instant. */
    moveTo(instant: number, beforeMs = 0) {
      clock.stepWall(instant - beforeMs - clock.now())
    },
    async logOf(id: number) {
      const token = await api.signIn(person)
      const { body } = await api.call(contract.readReceipt, { token, params: { id } })
      return body.data.events.filter(({ kind }) => kind === 'preflight').map(({ message }) => message)
    },
    reads: (endpoint: string) => house.control.readReads().reads[endpoint]?.total ?? 0,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function notStarted(): never {
  throw new Error('The routes are made before anything is loaded')
}
