import type { BidOutcome } from '@bidwell/contract'
import { sql } from 'kysely'
import { openSiteSession, type SessionDeps } from '../connections/open-site-session.ts'
import type { ItemReading, SiteSession } from '../marketplace/marketplace.ts'
import { acquireRead } from '../marketplace/rate-limiting/acquire-read.ts'
import type { ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { correctResult, type Correction } from './correct-result.ts'
import { noteOrders } from './note-orders.ts'

export type CheckDeps = SessionDeps & { readBudget: ReadBudget }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long after its result was told a bid is looked for in the orders, until an order has proved a win. */
const CHECK_AFTER_MS = [2 * MINUTE_MS, 15 * MINUTE_MS, 2 * HOUR_MS, 24 * HOUR_MS]
const LAST_CHECK_MS = 30 * HOUR_MS
const BATCH_SIZE = 200
/** Two readings of a page prove a loss if they agree and are so far apart. */
const AGREEMENT_MS = 4_000

type Due = {
  bidId: number
  accountId: number
  auctionId: string
  outcome: BidOutcome
  isAccepted: boolean
  maxBidCents: number
}

/**
 * Looks for the orders of bids whose result is told, and corrects results that they contradict. A win without an order is
 * corrected only if the item's page names another winner: a paid item may be in neither list until it is shipped.
 */
export async function checkOrders(deps: CheckDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, marketplace } = deps
  const now = await siteNow(db, marketplace.id, clock)
  const due = await findDue(deps, now)
  for (const [accountId, bids] of Map.groupBy(due, (bid) => bid.accountId)) {
    if (signal.aborted || !(await checkAccount(deps, accountId, bids, now))) return
    const ids = bids.map(({ bidId }) => bidId)
    const checked = { orders_checked_at: new Date(now) }
    await db.updateTable('bids').set(checked).where('id', 'in', ids).execute()
  }
}

async function findDue({ db, marketplace }: CheckDeps, now: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select b.id as "bidId", b.account_id as "accountId", l.auction_id as "auctionId", b.outcome,
           b.executed_at is not null as "isAccepted", b.max_bid_cents as "maxBidCents"
      from bids b join listings l on l.id = b.listing_id
     where l.marketplace = ${marketplace.id}
       -- A restored bid may have been sent before the restore, whatever its row says.
       and (b.locked_in_at is not null and b.status <> 'cancelled' or b.restored_from is not null)
       and b.settled_at > ${new Date(now - LAST_CHECK_MS)}
       and exists (select from unnest(${CHECK_AFTER_MS}::float8[]) after_ms
                    where b.settled_at + after_ms * interval '1 ms' <= ${new Date(now)}
                      and b.settled_at + after_ms * interval '1 ms' > coalesce(b.orders_checked_at, b.settled_at))
       and not (b.outcome = 'won' and exists (
             select from orders o where o.account_id = b.account_id and o.marketplace = l.marketplace
                                    and o.auction_id = l.auction_id))
     order by b.settled_at limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/** False when the site gives no reads now: the bids stay due. */
async function checkAccount(deps: CheckDeps, accountId: number, bids: Due[], now: number): Promise<boolean> {
  const { db, clock, marketplace } = deps
  try {
    const session = await openSiteSession(deps, accountId, { purpose: 'read', validUntil: clock.now() })
    if ((await acquireRead(deps)) !== 'granted' || (await acquireRead(deps)) !== 'granted') return false
    const readings = [marketplace.openOrders(session), marketplace.shippedOrders(session)]
    const lists = await Promise.allSettled(readings)
    for (const reading of readings) await noteOrders(db, { accountId, siteId: marketplace.id }, reading)
    const isComplete = lists.every(({ status }) => status === 'fulfilled')
    const prices = await findPrices(deps, accountId)
    for (const bid of bids) {
      const correction = await correctionOf(deps, session, bid, { prices, isComplete })
      if (correction) await correctResult(db, { bidId: bid.bidId, from: bid.outcome, at: now, ...correction })
    }
  } catch (error) {
    // The next check comes later. A failure of ours leaves the bids due.
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
    if (error instanceof SiteError) await deps.readBudget.report(error, { item: 'orders', trial: false })
  }
  return true
}

/** The final prices of the account's orders that are kept, by the site's number of the item. */
async function findPrices({ db, marketplace }: CheckDeps, accountId: number): Promise<Map<string, number | null>> {
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
  deps: CheckDeps,
  session: SiteSession,
  bid: Due,
  { prices, isComplete }: Known,
): Promise<Correction | null> {
  const price = prices.get(bid.auctionId)
  if (price !== undefined) {
    // A bid that the site never took has not won what its owner bought with another one, above its maximum.
    const isOfThisBid = bid.isAccepted || price === null || price <= bid.maxBidCents
    return bid.outcome !== 'won' && isOfThisBid ? { to: 'won', priceCents: price } : null
  }
  return bid.outcome === 'won' && isComplete ? denial(deps, session, bid) : null
}

const namesOther = ({ closed, standing }: ItemReading) => closed && standing !== null && standing.otherLeads

/** A loss in place of a win, if two readings of the page name another winner. */
async function denial(deps: CheckDeps, session: SiteSession, { auctionId }: Due): Promise<Correction | null> {
  const { clock, marketplace } = deps
  if ((await acquireRead(deps)) !== 'granted') return null
  if (!namesOther(await marketplace.readItem(auctionId, { session }))) return null
  await clock.sleepUntil(clock.monotonic() + AGREEMENT_MS, neverAborted)
  const again = await marketplace.readItem(auctionId, { session })
  return namesOther(again) ? { to: 'lost', priceCents: again.currentPriceCents } : null
}
