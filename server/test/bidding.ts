import { type AuctionHouse, startAuctionHouse } from '@bidwell/auction-house'
import { api } from '@bidwell/contract'
import type { DestinationStream } from 'pino'
import { alertRoutes, alertWebhooks } from '../src/alerts/routes.ts'
import type { EventLoaders } from '../src/api/events/emit-changes.ts'
import { trackersOf } from '../src/auctions/auction-queries.ts'
import { createAuctionLoader } from '../src/auctions/load-auction.ts'
import { auctionRoutes } from '../src/auctions/routes.ts'
import { siteListRoutes } from '../src/auctions/site-lists/routes.ts'
import { cancelBidOn } from '../src/bidding/cancel-bid.ts'
import { importRoutes } from '../src/bidding/imports/routes.ts'
import { loadBid } from '../src/bidding/list-bids.ts'
import { pauseRoutes } from '../src/bidding/pauses/routes.ts'
import { bidRoutes } from '../src/bidding/routes.ts'
import { readConfig } from '../src/config/config.ts'
import { generateKeys } from '../src/config/keys.ts'
import { createSiteUserHasher } from '../src/connections/hash-site-user.ts'
import { connectionRoutes } from '../src/connections/routes.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import type { Ctx } from '../src/context/ctx.ts'
import { calendarRoutes } from '../src/history/calendar/routes.ts'
import { receiptRoutes } from '../src/history/receipts/routes.ts'
import { historyRoutes } from '../src/history/routes.ts'
import type { Route } from '../src/http/route.ts'
import { trialRoutes } from '../src/identity/trial/routes.ts'
import type { Marketplace } from '../src/marketplace/marketplace.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { adminInstallationRoutes } from '../src/operate/admin/installation-routes.ts'
import { adminRoutes } from '../src/operate/admin/routes.ts'
import { winRoutes } from '../src/orders/routes.ts'
import type { Plans } from '../src/plans/load-plans.ts'
import { planRoutes } from '../src/plans/routes.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { privacyRoutes } from '../src/privacy/routes.ts'
import { searchRoutes } from '../src/searches/routes.ts'
import { soldRoutes } from '../src/searches/sold/routes.ts'
import { aCtx } from './a-ctx.ts'
import { type Person, startTestApi, type TestApi } from './api.ts'
import type { TestDatabase } from './database.ts'

type Options = {
  readsPerSecond?: number
  /** Replaces responses of the site's client that the auction house cannot produce. */
  marketplace?: (client: Marketplace) => Marketplace
  /** Who may be the administrator. */
  adminEmails?: readonly string[]
  /** Without plans, everything is unlimited. */
  plans?: Plans | null
  /** The wall clock of the API; the auction house keeps its own. */
  clock?: Clock
  /** Serves the metrics to whoever has this token. */
  metricsToken?: string
  /** A database to share. */
  beside?: { test: TestDatabase }
  log?: DestinationStream
}

export type Bidding = Awaited<ReturnType<typeof startBidding>>

const MINUTE_S = 60
const CONFIRM_TIMEOUT_MS = 10_000

/** The API with auctions, bids, pauses, receipts, site logins and privacy, over the real site client, with an auction house of its own. */
export async function startBidding({
  readsPerSecond = 1_000,
  marketplace = (client) => client,
  adminEmails = [],
  plans = null,
  clock = systemClock,
  ...served
}: Options = {}) {
  await using stack = new AsyncDisposableStack()
  const house = stack.use(await startAuctionHouse({ port: 0, sampleItems: false }))
  const site = marketplace(stack.use(shopgoodwill(systemClock, siteOf(house))))
  const { keys } = readConfig(generateKeys())
  const sealing = {
    sealer: createSealer(keys.vault, new URL(house.url).hostname),
    hashSiteUser: createSiteUserHasher(keys.session),
  }
  let confirmTimeoutMs = CONFIRM_TIMEOUT_MS
  const followTimeout = <C extends Ctx>(ctx: C): C =>
    Object.defineProperty(ctx, 'confirmTimeoutMs', { enumerable: true, get: () => confirmTimeoutMs })
  const server = stack.use(
    await startTestApi({
      ...served,
      adminEmails,
      plans,
      clock,
      marketplace: site,
      readsPerSecond,
      routes: (base) => {
        const ctx = followTimeout(base)
        return [
          ...biddingRoutes(ctx),
          ...alertRoutes(ctx),
          ...planRoutes({ ...ctx, sendsSms: true }, true),
          ...trialRoutes(ctx),
          ...adminRoutes(ctx),
          ...adminInstallationRoutes(ctx),
          ...calendarRoutes(ctx),
          ...privacyRoutes(ctx),
          // Assigned, so that the timeout still follows `withConfirmTimeout`.
          ...connectionRoutes(Object.assign(ctx, sealing), siteOf(house)),
        ]
      },
      webhooks: alertWebhooks,
      loaders: biddingLoaders,
    }),
  )
  const ctx = followTimeout(aCtx({ db: server.db, clock, plans, marketplace: site, readsPerSecond, adminEmails }))
  const owned = stack.move()

  return {
    house,
    api: server,
    site,
    db: server.db,
    ctx,
    /** What the jobs have besides: they open the logins that the API has stored. */
    jobs: {
      ...ctx,
      ...sealing,
      vault: openVault(keys.vault, new URL(house.url).hostname),
      process: 'jobs' as const,
    },
    ...biddingSteps(server, house, site),
    /** Changes, until disposed, how long the API waits for an engine to release a bid. */
    withConfirmTimeout(ms: number): Disposable {
      confirmTimeoutMs = ms
      return {
        [Symbol.dispose]() {
          confirmTimeoutMs = CONFIRM_TIMEOUT_MS
        },
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const siteOf = (house: AuctionHouse) => ({
  id: 'shopgoodwill',
  name: 'Auction House',
  apiUrl: house.apiUrl,
  homeUrl: house.url,
  itemHosts: [new URL(house.url).host],
  practice: true,
})

export function biddingRoutes(ctx: Ctx): Route[] {
  return [
    ...auctionRoutes({ ...ctx, cancelBidOn: (acting, id) => cancelBidOn(ctx, acting, id) }),
    ...bidRoutes(ctx),
    ...pauseRoutes(ctx),
    ...receiptRoutes(ctx),
    ...historyRoutes(ctx),
    ...winRoutes(ctx),
    ...siteListRoutes(ctx),
    ...searchRoutes(ctx),
    ...soldRoutes(ctx),
    ...importRoutes(ctx),
  ]
}

export const biddingLoaders = (ctx: Ctx) =>
  ({
    loadAuction: createAuctionLoader(ctx),
    loadBid: (accountId, id) => loadBid(ctx.db, accountId, id),
    loadTrackersOf: (listingId) => trackersOf(ctx.db, listingId),
  }) satisfies Partial<EventLoaders>

/** What most stories about bids do first. */
function biddingSteps(server: TestApi, house: AuctionHouse, site: Marketplace) {
  /** Adds an auction to the auction house. `auctionId` is the site's id. */
  function listItem(listing: Partial<Parameters<typeof house.control.createListing>[0]> = {}) {
    const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds: 30 * MINUTE_S, ...listing })
    return { itemId, auctionId: String(itemId) }
  }

  /** Signs up a user whose site login is stored. */
  async function bidder(): Promise<Person> {
    const person = await server.signUp()
    const now = new Date(systemClock.now())
    await server.db
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
    const response = await server.call(api.trackAuction, { token, body: { auction_id: auctionId } })
    if (response.status !== 200) throw new Error(`Could not track: ${response.failure.message}`)
    return response.body.data.auction
  }

  /** Tracks a new auction that ends at an instant, and that nobody reads again. Returns the site's id. */
  async function trackEnding(person: Person, endsAt: number): Promise<string> {
    const { auctionId } = listItem({ startingPrice: 10 })
    await track(person, auctionId)
    await server.db
      .updateTable('listings')
      .set({ ends_at: new Date(endsAt), last_checked_at: new Date(Date.UTC(2040, 0)) })
      .where('auction_id', '=', auctionId)
      .execute()
    return auctionId
  }

  const schedule = ({ token }: Person, auctionId: string, maxBid: number, secondsBeforeEnd = 5) =>
    server.call(api.scheduleBid, { token, body: { auctionId, maxBid, confirmMaxBid: maxBid, secondsBeforeEnd } })

  /** A pending bid of a new bidder on a new auction. */
  async function scheduledBid({ maxBid = 25, secondsBeforeEnd = 5, endsInSeconds = 30 * MINUTE_S } = {}) {
    const person = await bidder()
    const { itemId, auctionId } = listItem({ endsInSeconds })
    const auction = await track(person, auctionId)
    const { status, body, failure } = await schedule(person, auctionId, maxBid, secondsBeforeEnd)
    if (status !== 200) throw new Error(`Could not schedule: ${failure.message}`)
    return { person, itemId, auctionId, auction, bid: body.data.bid }
  }

  return { listItem, bidder, track, trackEnding, schedule, scheduledBid }
}
