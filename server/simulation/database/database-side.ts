import { sql } from 'kysely'
import { Client } from 'pg'
import { insertBid } from '../../src/bidding/insert-bid.ts'
import { awaitRelease, type PauseParts } from '../../src/bidding/pauses/await-release.ts'
import { endPausedBids } from '../../src/bidding/pauses/end-paused-bids.ts'
import { pauseBidding, resumeBidding } from '../../src/bidding/pauses/pause-bidding.ts'
import { setOperatorPause } from '../../src/bidding/pauses/set-operator-pause.ts'
import { type PendingChange, requestChange } from '../../src/bidding/request-change.ts'
import { holdRestored } from '../../src/bidding/waiting/hold-restored.ts'
import { markKept } from '../../src/bidding/waiting/keep-restored.ts'
import { prepareConnection } from '../../src/connections/connection-queries.ts'
import type { Store } from '../../src/engine/core/ports.ts'
import { databaseStore } from '../../src/engine/database-store.ts'
import { addEngine, ENGINE_LOCKS } from '../../src/engine/engine-queries.ts'
import { isProcessDead, ownIdentity, type ProcessIdentity } from '../../src/engine/process-identity.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { BidRow, Db, Tx } from '../../src/platform/database/tables.ts'
import { AppError } from '../../src/platform/errors.ts'
import { insertAccount } from '../../test/add-rows.ts'
import { PLAIN_PAGE } from '../site/pages.ts'
import type { Change } from '../store/model-database.ts'
import type { Reading } from '../store/note-readings.ts'
import { endOfListing, FIRST_PRICE_CENTS, GROUPS, IS_PROCESS_DEAD } from './model-side.ts'
import { ACCOUNTS, ENGINES, LISTINGS } from './operations.ts'
import { type LockIn, type Request, START, type Step } from './steps.ts'

export const SITE_ID = 'auction-house'
const OTHER_SITE_ID = 'another-house'
/** The number of a bid on another site, which no step may touch. */
export const BYSTANDER_ID = 1_000_000

export type DatabaseSide = AsyncDisposable & {
  /** Empties the database for the next sequence. */
  reset(): Promise<void>
  /** Takes a step through the functions of the product. Returns what they return. */
  perform(step: Step): Promise<unknown>
}

type Context = { parts: PauseParts; stores: Store[]; locks: EngineLocks }

const isDead = async (engine: ProcessIdentity) => isProcessDead(engine)

/** The engines, accounts and listings of a sequence, in an empty migrated database. */
export async function openDatabaseSide(db: Db, url: string): Promise<DatabaseSide> {
  const time = { now: START }
  // No step waits: what is not confirmed at once is answered as unconfirmed, and the calls of one turn make one batch.
  const clock: Clock = { now: () => time.now, monotonic: () => 0, suspendedMs: () => 0, sleepUntil: async () => {} }
  const parts = { db, clock, marketplace: { id: SITE_ID }, confirmTimeoutMs: 0 }
  await addFixtures(db)
  const stores: Store[] = []
  for (let engine = 0; engine < ENGINES; engine++) {
    const identity = { ...ownIdentity(), folderId: null, ...(IS_PROCESS_DEAD[engine] && { pidStarted: 'long ago' }) }
    stores.push(databaseStore({ db, clock, siteId: SITE_ID, isDead }, await addEngine(db, identity, START)))
  }
  const locks = await openEngineLocks(url)
  return {
    async reset() {
      await locks.releaseAll()
      await sql.raw(RESET).execute(db)
    },
    perform(step) {
      time.now = step.at
      return perform({ parts, stores, locks }, step)
    },
    [Symbol.asyncDispose]: () => locks[Symbol.asyncDispose](),
  }
}

async function perform({ parts, stores, locks }: Context, step: Step): Promise<unknown> {
  const { db } = parts
  const storeOf = ({ engineId }: { engineId: number }): Store => {
    const store = stores.find((it) => it.engineId === engineId)
    if (!store) throw new Error(`There is no engine ${engineId}`)
    return store
  }
  switch (step.kind) {
    case 'schedule':
      return db.transaction().execute((tx) => schedule(tx, step))
    case 'request_change':
      return db.transaction().execute((tx) => request(tx, step.request, step.at))
    case 'pause':
      return (await pauseBidding(parts, step.accountId)).notStopped.map(({ id, because }) => ({
        bidId: id,
        isLockedIn: because === 'locked_in',
      }))
    case 'resume':
      return void (await resumeBidding(parts, step.accountId))
    case 'operator_pause': {
      const pause = { state: step.state, reason: null, requestedBy: 'operator' }
      await setOperatorPause(parts, pause)
      const unstopped = step.state === 'all' ? await awaitRelease(parts, null) : []
      return unstopped.map(({ id, locked_in_at }) => ({ bidId: id, isLockedIn: locked_in_at !== null }))
    }
    case 'end_paused_bids':
      return endPausedBids(parts)
    case 'restore':
      return db.transaction().execute((tx) => restore(tx, step.at))
    case 'keep':
      return db.transaction().execute((tx) => keep(tx, step.bidId, step.at))
    case 'store_login':
      return void (await db.transaction().execute((tx) => storeLogin(tx, step)))
    case 'remove_login':
      return void (await db.deleteFrom('connections').where('account_id', '=', step.accountId).execute())
    case 'note_readings':
      return void (await Promise.all(step.readings.map((reading) => storeOf(step).noteReading(itemReadingOf(reading)))))
    case 'renew':
      return storeOf(step).renew()
    case 'peers':
      return storeOf(step).peers()
    case 'held':
      return storeOf(step).held()
    case 'connect':
      return locks.set(step.engineId, step.isConnected)
    case 'note_fitness':
      return storeOf(step).noteFitness(step.unfitReason)
    case 'claim':
      return duringChange(db, step, () => storeOf(step).claim(step.query))
    case 'lock_in':
      return lockIn(db, storeOf(step), step)
    case 'ask':
      return Promise.all(step.asks.map((ask) => storeOf(step).ask(ask)))
    case 'release':
      return storeOf(step).release(step.claim, step.at)
    case 'record':
      return void (await storeOf(step).record(step.entries))
  }
}

async function schedule(tx: Tx, step: Extract<Step, { kind: 'schedule' }>): Promise<number> {
  const { id, listing_id, ends_at } = await tx
    .selectFrom('tracked_auctions as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .select(['t.id', 't.listing_id', 'l.ends_at'])
    .where('t.account_id', '=', step.accountId)
    .where('l.auction_id', '=', step.auctionId)
    .where('l.marketplace', '=', SITE_ID)
    .executeTakeFirstOrThrow()
  const terms = { maxBidCents: step.maxBidCents, secondsBeforeEnd: step.leadMs / 1_000, delivered: null }
  const of = { accountId: step.accountId, trackedAuctionId: id, listingId: listing_id }
  return insertBid(tx, { ...of, terms, endsAt: ends_at.getTime(), at: step.at, countedAt: step.at })
}

const storeLogin = (tx: Tx, { accountId, at }: { accountId: number; at: number }) =>
  prepareConnection(tx, {
    account_id: accountId,
    marketplace: SITE_ID,
    masked_username: 'd••o',
    verifiedAt: new Date(at),
  })

/** Requests a change under the lock of the bid's row, as the API does. Returns how the request is refused, if it is. */
async function request(tx: Tx, { bidId, change }: Request, at: number): Promise<string> {
  const bid: BidRow = await tx
    .selectFrom('bids')
    .selectAll()
    .where('id', '=', bidId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  try {
    await requestChange(tx, bid, asRequested(change), at)
    return 'requested'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** A restore stops the bids of all sites: the bystander is put back. */
async function restore(tx: Tx, at: number) {
  const asked = await holdRestored(tx, { takenAt: START, at })
  await tx.updateTable('bids').set({ fence: 0, restored_from: null }).where('id', '=', BYSTANDER_ID).execute()
  return asked - 1
}

async function keep(tx: Tx, bidId: number, at: number) {
  const bid = await tx.selectFrom('bids').selectAll().where('id', '=', bidId).forUpdate().executeTakeFirstOrThrow()
  if (bid.status === 'pending' && bid.restored_from !== null) await markKept(tx, bid, at)
}

const asRequested = (change: Change): PendingChange =>
  change.kind !== 'change'
    ? change
    : { kind: change.kind, maxBidCents: change.maxBidCents, secondsBeforeEnd: change.leadMs / 1_000, delivered: null }

/** Works while an owner's transaction holds the row of a bid. */
async function duringChange<T>(db: Db, { at, during }: { at: number; during: Request | null }, work: () => Promise<T>) {
  if (!during) return { result: await work() }
  return db.transaction().execute(async (tx) => {
    const requested = await request(tx, during, at)
    return { result: await work(), requested }
  })
}

/** A bid whose row an owner's transaction holds is locked in after that transaction, and delays no other bid. */
async function lockIn(db: Db, store: Store, step: Extract<Step, { kind: 'lock_in' }>) {
  const { lockIns, during } = step
  const isDelayed = (lockIn: LockIn | undefined) => lockIn?.claim.bidId === during?.bidId
  const start = () => lockIns.map(({ claim, ...when }) => store.lockIn(claim, when))
  const { result, ...rest } = await duringChange(db, step, async () => {
    const results = start()
    // The last line of this function reports a delayed lock-in that failed.
    for (const it of results) it.catch(() => {})
    await Promise.all(results.filter((_, place) => !isDelayed(lockIns[place])))
    return { results }
  })
  return { result: await Promise.all(result.results), ...rest }
}

const itemReadingOf = (reading: Reading) => ({
  ...PLAIN_PAGE,
  isReserveMet: true,
  ...reading,
  startingPriceCents: FIRST_PRICE_CENTS,
  bidIncrementCents: 100,
  bidCount: 0,
  bidders: null,
  standing: null,
})

type EngineLocks = AsyncDisposable & {
  set(engineId: number, isHeld: boolean): Promise<void>
  releaseAll(): Promise<void>
}

/** The locks of connected engines, held by one session. */
async function openEngineLocks(url: string): Promise<EngineLocks> {
  const session = new Client(url)
  await session.connect()
  const held = new Set<number>()
  return {
    async set(engineId, isHeld) {
      if (held.has(engineId) === isHeld) return
      await session.query(isHeld ? 'select pg_advisory_lock($1, $2)' : 'select pg_advisory_unlock($1, $2)', [
        ENGINE_LOCKS,
        engineId,
      ])
      if (isHeld) held.add(engineId)
      else held.delete(engineId)
    },
    async releaseAll() {
      if (held.size > 0) await session.query('select pg_advisory_unlock_all()')
      held.clear()
    },
    [Symbol.asyncDispose]: () => session.end(),
  }
}

async function addFixtures(db: Db) {
  const at = new Date(START)
  // Between two sequences, the log is emptied.
  await sql.raw('alter table bid_events disable trigger bid_events_not_deleted').execute(db)
  await sql.raw('alter table pauses disable trigger pauses_not_deleted').execute(db)
  for (let account = 1; account <= ACCOUNTS; account++) {
    await insertAccount(db, at, { email: `bidder-${account}@example.com` })
  }
  for (let listing = 0; listing < LISTINGS; listing++) await addListing(db, SITE_ID, listing)
  await addListing(db, OTHER_SITE_ID, 0)
  for (const [id, { mostWins, extraWins, budgetCents }] of GROUPS)
    await sql`
      insert into bid_groups (id, account_id, name, most_wins, extra_wins, budget_cents, created_at) overriding system value
      values (${id}, 1, ${`Group ${id}`}, ${mostWins}, ${extraWins}, ${budgetCents}, ${at})`.execute(db)
  await sql`
    insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
    select a.id, l.id, ${at}, ${at} from accounts a, listings l`.execute(db)
  await sql`
    insert into bids (id, account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, created_at, updated_at)
    overriding system value
    select ${BYSTANDER_ID}, t.account_id, t.id, l.id, 2500, 5, ${at}, ${at}, ${at}
      from tracked_auctions t join listings l on l.id = t.listing_id where l.marketplace = ${OTHER_SITE_ID} limit 1`.execute(
    db,
  )
}

async function addListing(db: Db, siteId: string, listing: number) {
  const at = new Date(START)
  await db
    .insertInto('listings')
    .values({
      marketplace: siteId,
      auction_id: String(listing + 1),
      seller_id: '1',
      title: 'Brass lamp',
      image_urls: [],
      starting_price_cents: FIRST_PRICE_CENTS,
      current_price_cents: FIRST_PRICE_CENTS,
      minimum_bid_cents: FIRST_PRICE_CENTS,
      bid_increment_cents: 100,
      bid_count: 0,
      handling_cents: 0,
      pickup_only: false,
      ends_at: new Date(endOfListing(listing)),
      ends_at_ambiguous: false,
      last_checked_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

const RESET = `
  delete from bid_events;
  delete from unlogged_pauses;
  delete from bids where id <> ${BYSTANDER_ID};
  delete from pauses;
  delete from connections;
  select setval('login_versions', 1, false);
  delete from listing_prices;
  select setval(pg_get_serial_sequence('bids', 'id'), 1, false);
  update accounts set bidding_paused_at = null;
  update operator_pause set state = 'off', reason = null, since = null;
  update engines set heartbeat = 0, heartbeat_at = 'infinity', unfit_reason = null;
  update listings set closed_at = null, closed_reason = null, observed_at = null, current_price_cents = ${FIRST_PRICE_CENTS}, minimum_bid_cents = ${FIRST_PRICE_CENTS},
         ends_at = timestamptz '${new Date(START).toISOString()}' + auction_id::int * interval '30 seconds'
   where marketplace = '${SITE_ID}'`
