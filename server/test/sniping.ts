import { sql } from 'kysely'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAuctionHouse } from '@bidwell/auction-house'
import { writeReading } from '../src/auctions/listings/write-readings.ts'
import type { BidEvent } from '../src/bid-log/bid-event.ts'
import { storeCredentials } from '../src/connections/store-credentials.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import { startEngine } from '../src/engine/start-engine.ts'
import { readSiteTime } from '../src/marketplace/site-time.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import type { BidRow } from '../src/platform/database/tables.ts'
import { generateKeys } from '../src/platform/keys.ts'
import { createLog } from '../src/platform/log.ts'
import { pollUntil } from '../src/platform/poll-until.ts'
import { createTestDatabase } from './database.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'

type Wanted = { maxBidCents?: number; secondsBeforeEnd?: number; endsInSeconds?: number }

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A database, an auction house and a bidder known to both, for engines in this process or in processes of their own. */
export async function startSniping() {
  await using stack = new AsyncDisposableStack()
  const { db, database, url } = stack.use(await createTestDatabase())
  const house = stack.use(await startAuctionHouse({ port: 0, floor: false }))
  const dataDir = await mkdtemp(join(tmpdir(), 'bidwell-engine-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const environment = {
    DATABASE_URL: url,
    BIDWELL_DATA: dataDir,
    AUCTION_HOUSE_PORT: new URL(house.url).port,
    ...generateKeys(),
  }
  const config = readConfig(environment)
  const marketplace = stack.use(shopgoodwill(systemClock, config.site))
  const sealer = createSealer(config.keys.vault)
  const accountId = await addAccount()
  const children = new Set<ChildProcess>()
  stack.defer(async () => {
    await Promise.all([...children].map(kill))
  })

  async function addAccount() {
    const at = new Date(systemClock.now())
    const account = await db
      .insertInto('accounts')
      .values({
        email: 'bidder@example.com',
        terms_version: 'v1.0',
        privacy_version: 'v1.0',
        terms_accepted_at: at,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const deps = { db, clock: systemClock, marketplace, sealer, process: 'test' }
    await storeCredentials(deps, account.id, { username: 'demo', password: 'demo' }, neverAborted)
    return account.id
  }

  /** A lot at the house and a snipe on it, as the API would leave them. */
  async function snipe({ maxBidCents = 2_500, secondsBeforeEnd = 2, endsInSeconds = 12 }: Wanted = {}) {
    const { itemId } = house.control.createListing({ title: 'Brass lamp', endsInSeconds })
    const reading = await marketplace.readItem(String(itemId))
    const at = new Date(systemClock.now())
    const bidId = await db.transaction().execute(async (tx) => {
      const listing = await writeReading(tx, marketplace.id, reading, at.getTime())
      const tracked = await tx
        .insertInto('tracked_auctions')
        .values({ account_id: accountId, listing_id: listing.id, created_at: at, updated_at: at })
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
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return bid.id
    })
    return { bidId, itemId, endsAt: reading.endsAt }
  }

  const startEngineHere = () =>
    startEngine({
      database,
      clock: systemClock,
      marketplace,
      vault: openVault(config.keys.vault),
      sealer,
      dataDir,
      readsPerSecond: config.site.readsPerSecond,
      log: createLog({ level: 'silent', process: 'engine' }),
    })

  /** A program of the product in a process of its own. */
  function spawnProgram(name: 'api' | 'engine' | 'jobs', env: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, [MAIN, name], {
      env: { ...environment, PATH: process.env['PATH'], LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout?.resume()
    children.add(child)
    return child
  }

  /** An engine in a process of its own; by another way to the database if one is given. */
  async function spawnEngine(databaseUrl = url, env: Record<string, string> = {}): Promise<ChildProcess> {
    const child = spawnProgram('engine', { DATABASE_URL: databaseUrl, ...env })
    const started = Promise.withResolvers<void>()
    let said = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('engine started')) started.resolve()
    })
    child.once('exit', () => started.reject(new Error(`The engine ended at its start: ${said}`)))
    await started.promise
    return child
  }

  async function kill(child: ChildProcess) {
    children.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** The process of the engine that holds a bid. */
  async function holderOf(bidId: number) {
    const { pid } = await db
      .selectFrom('bids')
      .innerJoin('engines', 'engines.id', 'bids.engine_id')
      .select('engines.pid')
      .where('bids.id', '=', bidId)
      .executeTakeFirstOrThrow()
    const holder = [...children].find((child) => child.pid === pid)
    if (!holder) throw new Error(`Bid ${bidId} is held by process ${pid}, which is none of ours`)
    return holder
  }

  async function renewalsOf(engineId: number | null) {
    const engine = await db
      .selectFrom('engines')
      .select('heartbeat')
      .where('id', '=', engineId)
      .executeTakeFirstOrThrow()
    return engine.heartbeat
  }

  /** How many sessions the program of that name has in the database. */
  async function connectionsOf(applicationName: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where application_name = ${applicationName} and datname = current_database()`.execute(db)
    return rows[0]?.count ?? 0
  }

  const readBid = (bidId: number): Promise<BidRow> =>
    db.selectFrom('bids').selectAll().where('id', '=', bidId).executeTakeFirstOrThrow()

  /** Waits for a bid to come into a state; fails by naming the one that it is in. */
  async function until(bidId: number, isSo: (bid: BidRow) => boolean, forMs = 60_000): Promise<BidRow> {
    const look = async () => {
      const bid = await readBid(bidId).catch(() => null) // the database may be away, as part of the story
      return bid && isSo(bid) ? bid : null
    }
    const seen = await pollUntil(systemClock, look, { everyMs: 20, forMs })
    if (!seen) throw new Error(`Waited in vain: ${JSON.stringify(await readBid(bidId))}`)
    return seen
  }

  /** Waits until something of a kind has happened to a bid. */
  async function untilLogged(bidId: number, kind: BidEvent['detail']['kind'], forMs = 60_000) {
    const look = async () => (await eventsOf(bidId)).find((event) => event.kind === kind) ?? null
    const seen = await pollUntil(systemClock, look, { everyMs: 20, forMs })
    if (!seen) throw new Error(`Bid ${bidId} was never ${kind}`)
  }

  async function eventsOf(bidId: number): Promise<BidEvent['detail'][]> {
    const rows = await db.selectFrom('bid_events').selectAll().where('bid_id', '=', bidId).orderBy('id').execute()
    // What the log holds was checked when it was written.
    return rows.map(({ detail }) => detail as BidEvent['detail'])
  }

  /** Every bid that reached the house, taken or not. */
  const arrivals = (itemId: number) => house.control.readJournal().entries.filter((entry) => entry.itemId === itemId)

  const owned = stack.move()
  return {
    db,
    url,
    house,
    dataDir,
    accountId,
    snipe,
    /** What the API answers for the site's clock. */
    readSiteTime: () => readSiteTime({ db, clock: systemClock, marketplace }),
    readItem: (itemId: number) => marketplace.readItem(String(itemId)),
    startEngine: startEngineHere,
    spawnProgram,
    spawnEngine,
    kill,
    readBid,
    until,
    untilLogged,
    holderOf,
    renewalsOf,
    connectionsOf,
    eventsOf,
    arrivals,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
