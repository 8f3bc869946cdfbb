import { type BidOutcome, SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import { openSiteSession } from '../connections/open-site-session.ts'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import type { ItemReading, SiteSession } from '../marketplace/marketplace.ts'
import { acquireRead, type ReadGrant } from '../marketplace/rate-limiting/acquire-read.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { correctResult, type Correction } from './correct-result.ts'
import { nextReading } from './next-reading.ts'
import { noteFailure, noteOrders } from './note-orders.ts'
import { remindersOf } from './remind-of-payments.ts'
import { findReadings, findWins, listedSince } from './win-queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A sooner look might miss what the site shows late. */
const FIRST_CHECK_MS = 2 * MINUTE_MS
/** How long after its result was told a bid is looked for in the orders, until an order has proved a win. */
const CHECK_AFTER_MS = [FIRST_CHECK_MS, 15 * MINUTE_MS, 2 * HOUR_MS, 24 * HOUR_MS]
const LAST_CHECK_MS = 30 * HOUR_MS
/** So long after a check that failed, an account is read again, whatever else is due. */
const AGAIN_AFTER_MS = HOUR_MS
const BATCH_SIZE = 200
/** So long no other process reads for the wins of an account, unless this one ends earlier. */
const CLAIM_MS = 2 * MINUTE_MS
/** Two readings of a page prove a loss if they agree and are so far apart. */
const AGREEMENT_MS = 4_000

const BOTH = ['unpaid', 'paid'] as const

/** Whether the lists were read, or could have been; else why not now. `undecided`: they were, and a page that matters was not. */
type Done = 'read' | 'undecided' | 'no_budget' | 'site_failing'

type Due = {
  bidId: number
  accountId: number
  auctionId: string
  outcome: BidOutcome
  isAccepted: boolean
  maxBidCents: number
}

/**
 * Reads the lists of orders of accounts for which something is due: results that were told, which are corrected where the
 * lists contradict them, and won items, whose payment is followed until they are shipped. A win without an order is
 * corrected only if the item's page names another winner: a paid item may be in neither list until it is shipped. The two
 * lists of an account are read once, whatever is due. An account that fails holds up no other, and is read again in an hour. True when
 * more may be due.
 */
export async function checkOrders(ctx: SiteLoginCtx, signal: AbortSignal): Promise<boolean> {
  const { db, clock, marketplace } = ctx
  const now = await siteNow(db, marketplace.id, clock)
  for (const [accountId, bids] of Map.groupBy(await findTold(ctx, now), (bid) => bid.accountId)) {
    const done = signal.aborted ? 'no_budget' : await checkAndFollow(ctx, accountId, bids, now)
    if (done === 'no_budget') return false
    if (done === 'site_failing') break
    const ids = bids.map(({ bidId }) => bidId)
    const checked = { orders_checked_at: new Date(now) }
    await db.updateTable('bids').set(checked).where('id', 'in', ids).execute()
  }
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const accountId = signal.aborted ? null : await claimFollowed(ctx)
    if (accountId === null) return false
    // A check that has failed is made up for here.
    const bids = await findTold(ctx, now, accountId)
    if ((await checkAndFollow(ctx, accountId, bids, now)) === 'no_budget') return false
  }
  return true
}

/** A failure of ours puts the account off for an hour: else each check would begin with it. */
async function checkAndFollow(ctx: SiteLoginCtx, accountId: number, bids: Due[], now: number): Promise<Done> {
  const { db, clock, marketplace, log } = ctx
  const startedAt = clock.now()
  try {
    const done = await checkAccount(ctx, accountId, bids, now)
    if (done !== 'no_budget') await followWins(ctx, accountId, { startedAt, done, isChecking: bids.length > 0 })
    return done
  } catch (error) {
    log.error({ accountId, err: error }, 'the orders of an account could not be checked')
    await sql`
      insert into order_readings (account_id, marketplace, next_read_at)
      select id, ${marketplace.id}, ${new Date(clock.now() + AGAIN_AFTER_MS)} from accounts where id = ${accountId}
      on conflict (account_id, marketplace) do update set next_read_at = excluded.next_read_at`.execute(db)
    return 'read'
  }
}

/** An account whose lists are to be read for what it has won; null: none. No other process takes it for a while. */
async function claimFollowed({ db, clock, marketplace }: SiteLoginCtx): Promise<number | null> {
  const now = clock.now()
  const { rows } = await sql<{ account_id: number }>`
    update order_readings set next_read_at = ${new Date(now + CLAIM_MS)}
     where marketplace = ${marketplace.id} and account_id = (
             select account_id from order_readings
              where marketplace = ${marketplace.id} and next_read_at <= ${new Date(now)}
              order by next_read_at limit 1 for update skip locked)
    returning account_id`.execute(db)
  return rows[0]?.account_id ?? null
}

/**
 * Reminds the owner of what is to be paid, by what the lists have just shown, and settles when they are read next: at once if
 * the owner has asked for it since the reading began.
 */
async function followWins(
  { db, clock, marketplace }: SiteLoginCtx,
  accountId: number,
  {
    startedAt,
    done,
    isChecking,
  }: { startedAt: number; done: Done; /** Results wait for the lists. */ isChecking: boolean },
): Promise<void> {
  const now = clock.now()
  const account = await db.selectFrom('accounts').select('zone').where('id', '=', accountId).executeTakeFirst()
  const zone = account?.zone ?? SITE_ZONE
  await db.transaction().execute(async (tx) => {
    const wins = await findWins(tx, accountId, { siteId: marketplace.id, since: listedSince(now) })
    const { hasFailed } = await findReadings(tx, accountId, marketplace.id)
    const again = done === 'undecided' || (isChecking && hasFailed) ? new Date(now + AGAIN_AFTER_MS) : null
    const next = nextReading(wins, { now, zone, hasFailed })
    await notify(tx, remindersOf(wins, accountId, { at: now, zone }))
    await sql`
      update order_readings
         set next_read_at = case when asked_at > ${new Date(startedAt)} then asked_at
                                 else least(${next === null ? null : new Date(next)}::timestamptz, ${again}) end
       where account_id = ${accountId} and marketplace = ${marketplace.id}`.execute(tx)
    await announceChange(tx, { what: 'orders', accountId })
  })
}

/** The told results of which a check is due or, of one account whose lists are read anyway, all that may still be corrected. */
async function findTold(
  { db, marketplace }: SiteLoginCtx,
  now: number,
  accountId: number | null = null,
): Promise<Due[]> {
  const isDue = sql`exists (
    select from unnest(${CHECK_AFTER_MS}::float8[]) after_ms
     where b.settled_at + after_ms * interval '1 ms' <= ${new Date(now)}
       and b.settled_at + after_ms * interval '1 ms' > coalesce(b.orders_checked_at, b.settled_at))`
  const isOfAccount = sql`b.account_id = ${accountId} and b.settled_at <= ${new Date(now - FIRST_CHECK_MS)}`
  const { rows } = await sql<Due>`
    select b.id as "bidId", b.account_id as "accountId", l.auction_id as "auctionId", b.outcome,
           b.executed_at is not null as "isAccepted", b.max_bid_cents as "maxBidCents"
      from bids b join listings l on l.id = b.listing_id
     where l.marketplace = ${marketplace.id}
       -- A restored bid may have been sent before the restore, whatever its row says. A bid made by hand may have won.
       and (b.locked_in_at is not null and b.status <> 'cancelled' or b.restored_from is not null or b.outcome = 'own_maximum')
       and b.settled_at > ${new Date(now - LAST_CHECK_MS)}
       and ${accountId === null ? isDue : isOfAccount}
       and not (b.outcome = 'won' and exists (
             select from orders o where o.account_id = b.account_id and o.marketplace = l.marketplace
                                    and o.auction_id = l.auction_id))
     order by b.settled_at limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/** Without a read, the bids stay due. */
async function checkAccount(ctx: SiteLoginCtx, accountId: number, bids: Due[], now: number): Promise<Done> {
  const { db, clock, marketplace } = ctx
  const of = { accountId, siteId: marketplace.id, at: clock.now() }
  let done: Done = 'read'
  try {
    let session = await openSiteSession(ctx, accountId, { purpose: 'read', validUntil: clock.now() })
    const grant = await acquireBoth(ctx)
    if (grant === 'site_failing') await noteFailure(db, of, { lists: BOTH, isRefused: false })
    if (grant !== 'granted') return grant
    let readings = startReadings(ctx, session)
    let lists = await Promise.allSettled(readings.map(({ reading }) => reading))
    // Another sign-in at the site may have ended the stored session.
    if (lists.some(isUnauthorized) && (await acquireBoth(ctx)) === 'granted') {
      const again = { validUntil: clock.now(), refusedToken: session.token }
      session = await openSiteSession(ctx, accountId, { purpose: 'read', ...again })
      readings = startReadings(ctx, session)
      lists = await Promise.allSettled(readings.map(({ reading }) => reading))
    }
    for (const { list, reading } of readings) await noteOrders(db, { ...of, list }, reading)
    const isComplete = lists.every(({ status }) => status === 'fulfilled')
    const prices = await findPrices(ctx, accountId)
    done = 'undecided'
    for (const bid of bids) {
      const correction = await correctionOf(ctx, session, bid, { prices, isComplete })
      if (correction === 'undecided') return done
      if (correction) await correctResult(db, { bidId: bid.bidId, from: bid.outcome, at: now, ...correction })
    }
    return 'read'
  } catch (error) {
    // Another check comes later.
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
    const isRefused = error instanceof AppError || error.kind === 'login_refused'
    await noteFailure(db, of, { lists: BOTH, isRefused })
    if (error instanceof SiteError) await ctx.readBudget.report(error, { item: 'orders', trial: false })
    return done
  }
}

const startReadings = ({ marketplace }: SiteLoginCtx, session: SiteSession) =>
  [
    { list: 'unpaid', reading: marketplace.openOrders(session) },
    { list: 'paid', reading: marketplace.shippedOrders(session) },
  ] as const

const isUnauthorized = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && result.reason instanceof SiteError && result.reason.kind === 'unauthorized'

/** Takes a read for each list. Otherwise says why there is none. */
async function acquireBoth(ctx: SiteLoginCtx): Promise<ReadGrant> {
  const grant = await acquireRead(ctx)
  return grant === 'granted' ? await acquireRead(ctx) : grant
}

/** The final prices of the account's orders that are kept, by the site's number of the item. */
async function findPrices({ db, marketplace }: SiteLoginCtx, accountId: number): Promise<Map<string, number | null>> {
  const orders = await db
    .selectFrom('orders')
    .select(['auction_id', 'price_cents'])
    .where('account_id', '=', accountId)
    .where('marketplace', '=', marketplace.id)
    .execute()
  return new Map(orders.map(({ auction_id, price_cents }) => [auction_id, price_cents]))
}

type Known = { prices: Map<string, number | null>; isComplete: boolean }

async function correctionOf(
  ctx: SiteLoginCtx,
  session: SiteSession,
  bid: Due,
  { prices, isComplete }: Known,
): Promise<Correction | 'undecided' | null> {
  const price = prices.get(bid.auctionId)
  if (price !== undefined) {
    // A bid that the site never took has not won what its owner bought with another one, above its maximum.
    const isOwn = bid.isAccepted || bid.outcome === 'own_maximum' || price === null || price <= bid.maxBidCents
    return bid.outcome !== 'won' && isOwn ? { to: 'won', priceCents: price } : null
  }
  return bid.outcome === 'won' && isComplete ? denial(ctx, session, bid) : null
}

const namesOther = ({ closed, standing }: ItemReading) => closed && standing !== null && standing.otherLeads

/** A loss in place of a win, if two readings of the page name another winner. */
async function denial(
  ctx: SiteLoginCtx,
  session: SiteSession,
  { auctionId }: Due,
): Promise<Correction | 'undecided' | null> {
  const { clock, marketplace } = ctx
  if ((await acquireRead(ctx)) !== 'granted') return 'undecided'
  if (!namesOther(await marketplace.readItem(auctionId, { session }))) return null
  await clock.sleepUntil(clock.monotonic() + AGREEMENT_MS, neverAborted)
  const again = await marketplace.readItem(auctionId, { session })
  return namesOther(again) ? { to: 'lost', priceCents: again.currentPriceCents } : null
}
