import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAuctionHouse } from '@bidwell/auction-house'
import pLimit from 'p-limit'
import { writeReading } from '../src/auctions/listings/write-readings.ts'
import { readConfig } from '../src/config/config.ts'
import { generateKeys } from '../src/config/keys.ts'
import { createSiteUserHasher } from '../src/connections/hash-site-user.ts'
import { storeCredentials } from '../src/connections/store-credentials.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import type { Ctx } from '../src/context/ctx.ts'
import { startEngine } from '../src/engine/start-engine.ts'
import type { Marketplace } from '../src/marketplace/marketplace.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import type { ProcessName } from '../src/platform/database/roles.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { aCtx } from './a-ctx.ts'
import { insertAccount } from './add-rows.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { readBids } from './read-bids.ts'
import { skippingClock } from './skipping-clock.ts'
import { spawnPrograms } from './spawn-programs.ts'

type SnipeOptions = { accountId?: number; maxBidCents?: number; secondsBeforeEnd?: number }

type Options = {
  /** A migrated database that lives on, instead of one of its own. */
  database?: Pick<TestDatabase, 'db' | 'openAs' | 'url'>
  /** The name or address under which the programs reach the auction house. */
  siteHost?: string
  /** Replaces responses of the site's client that the auction house cannot produce. */
  marketplace?: (client: Marketplace) => Marketplace
}

/**
 * A database, an auction house and a bidder with an account at both, for engines in this process or in child processes. Waiting
 * for a bid skips the time in which nothing happens, until an engine or the jobs run as a program, which has real time.
 */
export async function startSniping({
  database,
  siteHost = '127.0.0.1',
  marketplace: replace = (client) => client,
}: Options = {}) {
  const clock = skippingClock()
  await using stack = new AsyncDisposableStack()
  const { db, openAs, url } = database ?? stack.use(await createTestDatabase())
  const house = stack.use(await startAuctionHouse({ port: 0, sampleItems: false, clock }))
  const dataDir = await mkdtemp(join(tmpdir(), 'bidwell-engine-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const environment = {
    DATABASE_URL: url,
    BIDWELL_DATA: dataDir,
    STAND_INS: `site=http://${siteHost}:${new URL(house.url).port}/api/`,
    ...generateKeys(),
  }
  const config = readConfig(environment)
  const marketplace = replace(stack.use(shopgoodwill(clock, config.site)))
  const sealer = createSealer(config.keys.vault, config.site.host)
  const hashSiteUser = createSiteUserHasher(config.keys.session)
  // An API by itself sends no bid: it may lag behind.
  const keepTime = (name: ProcessName) => name !== 'api' && clock.keepRealTime()
  const programs = stack.use(spawnPrograms(environment, keepTime))

  const vault = openVault(config.keys.vault, config.site.host)
  const ctx = aCtx({ db, clock, marketplace, readsPerSecond: config.site.readsPerSecond })
  const connecting = { ...ctx, vault, sealer, hashSiteUser }
  /** Stores the login of `userName` at the auction house for an account here, in place of another. */
  const connect = (accountId: number, userName: string) =>
    storeCredentials(connecting, accountId, { username: userName, password: userName }, neverAborted)

  /** An account here with the login of `userName` at the auction house. */
  async function addBidder(userName: string): Promise<number> {
    const accountId = await insertAccount(db, new Date(clock.now()), { email: `${userName}@example.com` })
    await connect(accountId, userName)
    return accountId
  }
  const accountId = await addBidder('demo')

  /** An auction at the auction house and a snipe on it, in the rows that the API would write. */
  async function snipe({ endsInSeconds = 12, ...bid }: SnipeOptions & { endsInSeconds?: number } = {}) {
    const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds })
    return { itemId, ...(await snipeOn(itemId, bid)) }
  }
  const snipeOn = (itemId: number, bid: SnipeOptions = {}) => insertSnipe(ctx, itemId, { accountId, ...bid })

  /**
   * A bidder with an account of that name here and at the auction house. One after another: an installation tries only so many
   * logins of new accounts at a time.
   */
  function addBidderNamed(userName: string): Promise<number> {
    house.control.createAccount({ userName, password: userName })
    return inTurn(() => addBidder(userName))
  }
  const inTurn = pLimit(1)

  const owned = stack.move()
  return {
    db,
    openAs,
    url,
    clock,
    house,
    dataDir,
    accountId,
    /** Adds a bidder with an account at the auction house. */
    addBystander: () => addBidderNamed('bystander'),
    addBidderNamed,
    snipe,
    snipeOn,
    readItem: (itemId: number) => marketplace.readItem(String(itemId)),
    /** `on`: another database than that of the snipes. */
    startEngine(on: Pick<TestDatabase, 'openAs'> = { openAs }) {
      const engine = on.openAs('engine')
      return startEngine({ ...ctx, db: engine.db, process: 'engine', database: engine, vault, sealer, dataDir })
    },
    marketplace,
    keys: config.keys,
    connecting,
    connect,
    ctx,
    readBudget: ctx.readBudget,
    /** Every bid that reached the auction house, accepted or not. */
    arrivals: (itemId: number) => house.control.readJournal().entries.filter((entry) => entry.itemId === itemId),
    ...readBids(db, clock),
    ...programs,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function insertSnipe(
  { db, clock, marketplace }: Ctx,
  itemId: number,
  { accountId, maxBidCents = 2_500, secondsBeforeEnd = 2 }: SnipeOptions & { accountId: number },
) {
  const reading = await marketplace.readItem(String(itemId))
  const at = new Date(clock.now())
  const times = { created_at: at, updated_at: at }
  const bidId = await db.transaction().execute(async (tx) => {
    const listing = await writeReading(tx, marketplace.id, reading, at.getTime())
    const tracked = await tx
      .insertInto('tracked_auctions')
      .values({ account_id: accountId, listing_id: listing.id, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    const bid = await tx
      .insertInto('bids')
      .values({
        account_id: accountId,
        tracked_auction_id: tracked.id,
        listing_id: listing.id,
        max_bid_cents: maxBidCents,
        seconds_before_end: secondsBeforeEnd,
        fire_at: new Date(reading.endsAt - secondsBeforeEnd * 1_000),
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return bid.id
  })
  return { bidId, endsAt: reading.endsAt }
}
