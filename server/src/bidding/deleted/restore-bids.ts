import { type api, type Body, type Data, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { setNextCheckDue } from '../../auctions/listings/set-next-check-due.ts'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import type { Ctx } from '../../context/ctx.ts'
import { lockAccount } from '../../identity/accounts/account-queries.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { requireAuctionLeft } from '../../plans/require-within-limits.ts'
import { announceChanges } from '../../platform/changes/announce-change.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'

/** How long after its deletion an entry of the history can be brought back. */
const RESTORABLE_MS = 3_600_000

type Restored = { count: number; refused: Map<number, string> }

/**
 * Brings bids and auctions back that were deleted from the history within the last hour. Returns the reason for each that
 * stays deleted. An entry that is in the history already changes nothing.
 */
export async function restoreBids(
  ctx: Ctx,
  accountId: number,
  { bidIds, auctionIds }: Body<typeof api.restoreBids>,
): Promise<Data<typeof api.restoreBids>> {
  const bids = await restoreDeletedBids(ctx, accountId, bidIds)
  const auctions = await restoreDeletedAuctions(ctx, accountId, auctionIds)
  return {
    restored_bids: bids.count,
    restored_auctions: auctions.count,
    refused: [...refusedOf('bid', bids), ...refusedOf('auction', auctions)],
  }
}

const refusedOf = (kind: 'bid' | 'auction', { refused }: Restored) =>
  [...refused].map(([id, message]) => ({ kind, id, message }))

async function restoreDeletedBids({ db, clock }: Ctx, accountId: number, ids: readonly number[]): Promise<Restored> {
  return db.transaction().execute(async (tx) => {
    const { rows: restored } = await sql<{ id: number }>`
      update bids set deleted_at = null
       where account_id = ${accountId} and id = any(${ids}::bigint[]) and deleted_at > ${deletedAfter(clock.now())}
      returning id`.execute(tx)
    await afterBidChange(
      tx,
      restored.map(({ id }) => ({ bidId: id, accountId })),
      [],
    )
    const { rows } = await sql<Own>`
      select id, deleted_at is not null as "isDeleted" from bids
       where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(tx)
    return { count: restored.length, refused: whyNot(ids, rows, messages.bid.notFound) }
  })
}

/**
 * An auction that was tracked until its deletion is tracked again. One whose listing still takes bids needs a place in the
 * plan for that.
 */
async function restoreDeletedAuctions(ctx: Ctx, accountId: number, ids: readonly number[]): Promise<Restored> {
  const { db, clock, marketplace } = ctx
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  return db.transaction().execute(async (tx) => {
    // Removing, tracking and restoring an auction take this lock, too.
    await lockAccount(tx, accountId)
    const { rows } = await sql<Own & { listingId: number; isRecent: boolean; takesPlace: boolean }>`
      select t.id, t.listing_id as "listingId", t.deleted_at is not null as "isDeleted",
             coalesce(t.deleted_at > ${deletedAfter(instants.now)}, false) as "isRecent",
             t.removed_at = t.deleted_at and l.closed_at is null and l.ends_at > ${new Date(instants.siteNow)} as "takesPlace"
        from tracked_auctions t join listings l on l.id = t.listing_id
       where t.account_id = ${accountId} and t.id = any(${ids}::bigint[])
       order by t.id`.execute(tx)
    const refused = whyNot(
      ids,
      rows.map(({ id, isDeleted, isRecent }) => ({ id, isDeleted: isDeleted && !isRecent })),
      messages.auction.notFound,
    )
    const recent = rows.filter(({ isRecent }) => isRecent)
    const others = recent.filter(({ takesPlace }) => !takesPlace).map(({ id }) => id)
    let count = await restoreAuctionRows(tx, accountId, others, instants.now)
    for (const { id, listingId } of recent.filter(({ takesPlace }) => takesPlace)) {
      const full = await whyNoPlace(tx, ctx, accountId, instants)
      if (full !== null) {
        refused.set(id, full)
        continue
      }
      count += await restoreAuctionRows(tx, accountId, [id], instants.now)
      await setNextCheckDue(tx, listingId, instants)
    }
    return { count, refused }
  })
}

async function restoreAuctionRows(tx: Tx, accountId: number, ids: readonly number[], now: number): Promise<number> {
  await sql`
    update tracked_auctions
       set deleted_at = null, removed_at = nullif(removed_at, deleted_at),
           updated_at = case when removed_at = deleted_at then ${new Date(now)} else updated_at end
     where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(tx)
  await announceChanges(
    tx,
    ids.map((id) => ({ what: 'auction' as const, accountId, auctionId: id })),
  )
  return ids.length
}

/** What the plan says against one more open auction; null when it has a place. */
async function whyNoPlace(
  tx: Tx,
  { plans }: Ctx,
  accountId: number,
  instants: { now: number; siteNow: number },
): Promise<string | null> {
  try {
    await requireAuctionLeft(tx, { plans, accountId, ...instants })
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'plan_limit_reached') return error.message
    throw error
  }
}

const deletedAfter = (now: number) => new Date(now - RESTORABLE_MS)

/** A record of the account, and whether it stays deleted. */
type Own = { id: number; isDeleted: boolean }

function whyNot(ids: readonly number[], own: readonly Own[], notFound: string): Map<number, string> {
  const isDeleted = new Map(own.map((row) => [row.id, row.isDeleted]))
  const refused = new Map<number, string>()
  for (const id of ids) {
    if (!isDeleted.has(id)) refused.set(id, notFound)
    else if (isDeleted.get(id)) refused.set(id, messages.bidRefusal.restoreTooLate)
  }
  return refused
}
