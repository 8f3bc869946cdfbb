import * as contract from '@bidwell/contract'
import { startAuctionHouse } from '@bidwell/auction-house'
import { loadAuction } from '../src/auctions/load-auction.ts'
import { auctionRoutes } from '../src/auctions/routes.ts'
import { trackersOf } from '../src/auctions/auction-queries.ts'
import { cancelBidsOn } from '../src/bids/cancel-bid.ts'
import { loadBid } from '../src/bids/load-bid.ts'
import { bidRoutes } from '../src/bids/routes.ts'
import { pauseRoutes } from '../src/pauses/routes.ts'
import { receiptRoutes } from '../src/receipts/routes.ts'
import { openReadBudget } from '../src/marketplace/rate-limiting/read-budget.ts'
import type { Marketplace } from '../src/marketplace/marketplace.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/tables.ts'
import { type Person, startTestApi } from './api.ts'

type Options = {
  readsPerSecond?: number
  /** How long an engine has to confirm a change. */
  confirmTimeoutMs?: number
  /** Changes what the site's client answers, for what the auction house cannot be. */
  marketplace?: (real: Marketplace) => Marketplace
}

export type Bidding = Awaited<ReturnType<typeof startBidding>>

const MINUTE_S = 60

/** The API with auctions and bids, over the real client, against an auction house of its own. */
export async function startBidding({ readsPerSecond = 1_000, confirmTimeoutMs = 10_000, marketplace }: Options = {}) {
  await using stack = new AsyncDisposableStack()
  const house = stack.use(await startAuctionHouse({ port: 0, sampleLots: false }))
  const real = stack.use(
    shopgoodwill(systemClock, {
      id: 'shopgoodwill',
      name: 'Auction House',
      apiUrl: house.apiUrl,
      homeUrl: house.url,
      itemHosts: [new URL(house.url).host],
    }),
  )
  const site = marketplace ? marketplace(real) : real
  const budget = (db: Db) => openReadBudget({ db, siteId: real.id, readsPerSecond, onChange: () => {} })
  let db: Db | undefined
  const theDb = () => db ?? notStarted()
  const api = stack.use(
    await startTestApi({
      routes: (base) => {
        db = base.db
        const deps = { ...base, marketplace: site, readBudget: budget(base.db), confirmTimeoutMs }
        return [
          ...auctionRoutes({ ...deps, cancelBidsOn: (...whose) => cancelBidsOn(deps, ...whose) }),
          ...bidRoutes(deps),
          ...pauseRoutes(deps),
          ...receiptRoutes(deps),
        ]
      },
      loaders: {
        loadAuction: (accountId, id) => loadAuction({ db: theDb(), marketplace: site }, accountId, id),
        loadBid: (accountId, id) => loadBid(theDb(), accountId, id),
        loadTrackersOf: (listingId) => trackersOf(theDb(), listingId),
      },
    }),
  )
  const owned = stack.move()
  const deps = { db: api.db, clock: systemClock, marketplace: site, readBudget: budget(api.db) }

  /** A lot at the house; answers the site's own id. */
  function lot(wanted: Partial<Parameters<typeof house.control.createListing>[0]> = {}) {
    const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds: 30 * MINUTE_S, ...wanted })
    return { itemId, auctionId: String(itemId) }
  }

  /** Somebody new whose login at the site is on file. */
  async function bidder(): Promise<Person> {
    const person = await api.signUp()
    const now = new Date(systemClock.now())
    await api.db
      .insertInto('connections')
      .values({
        account_id: person.accountId,
        marketplace: site.id,
        masked_username: 'd••o',
        sealed_credentials: '{}',
        created_at: now,
        updated_at: now,
      })
      .execute()
    return person
  }

  async function track({ token }: Person, auctionId: string) {
    const answered = await api.call(contract.trackAuction, { token, body: { auction_id: auctionId } })
    if (answered.status !== 200) throw new Error(`Could not track: ${answered.failure.message}`)
    return answered.body.data.auction
  }

  const schedule = ({ token }: Person, auctionId: string, maxBid: number, secondsBeforeEnd = 5) =>
    api.call(contract.scheduleBid, { token, body: { auctionId, maxBid, confirmMaxBid: maxBid, secondsBeforeEnd } })

  /** A bidder with a snipe pending on a fresh lot. */
  async function scheduledBid({ maxBid = 25, secondsBeforeEnd = 5, endsInSeconds = 30 * MINUTE_S } = {}) {
    const [person, { itemId, auctionId }] = [await bidder(), lot({ endsInSeconds })]
    const auction = await track(person, auctionId)
    const { status, body, failure } = await schedule(person, auctionId, maxBid, secondsBeforeEnd)
    if (status !== 200) throw new Error(`Could not schedule: ${failure.message}`)
    return { person, itemId, auctionId, auction, bid: body.data.bid }
  }

  return {
    house,
    api,
    site,
    db: api.db,
    deps,
    lot,
    bidder,
    track,
    schedule,
    scheduledBid,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function notStarted(): never {
  throw new Error('The routes are made before anything is loaded')
}
