import { AUCTION, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { findAuction } from './auction-queries.ts'

type Asked = { accountId: number; id: number | undefined }
type OldPrice = { auctionId: number; listingId: number; dueInMs: number }

/**
 * Makes old prices of an account's open auctions due, of one auction or of all, for the refreshes to read, nearest end
 * first. The reads are spread over the account's share, but do not use it up: what the user does meanwhile does not wait. A
 * listing whose last read failed keeps its own time. Returns which auctions are going to be read, and within what time if
 * the site answers. Throws `not_found` for an auction that the account does not track.
 */
export async function requestPrices(ctx: Ctx, asked: Asked): Promise<{ ids: number[]; withinMs: number }> {
  const { db, clock, marketplace, readBudget } = ctx
  const { accountId, id } = asked
  if (id !== undefined && !(await findAuction(db, accountId, id))) {
    throw new AppError('not_found', messages.auction.notFound)
  }
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  const due = await db.transaction().execute(async (tx) => {
    const { plannedMs, take } = await readBudget.lockRefreshes(tx, accountId)
    const old = await lockOldPrices(tx, marketplace.id, asked, instants)
    // What is due before is planned already, or would be read by then anyway.
    const later = old.filter(({ dueInMs }) => dueInMs > plannedMs)
    const delaysMs = await take(later.length)
    const sooner = new Map(later.map(({ listingId, dueInMs }, at) => [listingId, Math.min(dueInMs, delaysMs[at] ?? 0)]))
    await setDue(tx, sooner, instants.now)
    return old.map((price) => ({ ...price, dueInMs: sooner.get(price.listingId) ?? price.dueInMs }))
  })
  if (due.length === 0) return { ids: [], withinMs: 0 }
  const lastMs = Math.max(0, ...due.map(({ dueInMs }) => dueInMs))
  return {
    ids: due.map(({ auctionId }) => auctionId),
    withinMs: Math.round(lastMs + (await readBudget.state()).pauseLeftMs),
  }
}

/** Old prices, nearest end first. Locks the listings in the order of ids, as all who write several of them do. */
async function lockOldPrices(
  tx: Tx,
  siteId: string,
  { accountId, id }: Asked,
  { now, siteNow }: { now: number; siteNow: number },
): Promise<OldPrice[]> {
  const { rows } = await sql<{ auctionId: number; listingId: number; dueAt: Date | null; endsAt: Date }>`
    select t.id as "auctionId", l.id as "listingId", l.next_check_at as "dueAt", l.ends_at as "endsAt"
      from tracked_auctions t join listings l on l.id = t.listing_id
     where t.account_id = ${accountId} and t.removed_at is null and l.marketplace = ${siteId}
       and ${id === undefined ? sql`true` : sql`t.id = ${id}`}
       and l.closed_at is null and l.ends_at > ${new Date(siteNow)} and l.check_failures = 0
       and l.last_checked_at <= ${new Date(now - AUCTION.stalePriceMs)}
     order by l.id
       for no key update of l`.execute(tx)
  return rows
    .toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime())
    .map(({ dueAt, ...listing }) => ({ ...listing, dueInMs: dueAt === null ? Infinity : dueAt.getTime() - now }))
}

async function setDue(tx: Tx, dueInMs: ReadonlyMap<number, number>, now: number): Promise<void> {
  if (dueInMs.size === 0) return
  const rows = Array.from(dueInMs, ([id, ms]) => ({ id, due_at: new Date(now + ms) }))
  await sql`
    update listings l set next_check_at = due.due_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due(id bigint, due_at timestamptz)
     where l.id = due.id`.execute(tx)
}
