import { type api, type Data, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import type { Ctx } from '../../context/ctx.ts'
import { lockAccount } from '../../identity/accounts/account-queries.ts'
import { announceChanges } from '../../platform/changes/announce-change.ts'
import { AppError } from '../../platform/errors.ts'

type Selection = { bidIds: readonly number[]; auctionIds: readonly number[] }
type Deleted = { count: number; refused: Map<number, AppError> }

/** Deletes finished bids and closed auctions from the history. Returns the reason for each that cannot be deleted. */
export async function deleteBids(
  ctx: Ctx,
  accountId: number,
  { bidIds, auctionIds }: Selection,
): Promise<Data<typeof api.deleteBids>> {
  const bids = await deleteFinishedBids(ctx, accountId, bidIds)
  const auctions = await deleteFinishedAuctions(ctx, accountId, auctionIds)
  return {
    deleted_bids: bids.count,
    deleted_auctions: auctions.count,
    refused: [...refusedOf('bid', bids), ...refusedOf('auction', auctions)],
  }
}

const refusedOf = (kind: 'bid' | 'auction', { refused }: Deleted) =>
  [...refused].map(([id, { message }]) => ({ kind, id, message }))

/**
 * Deletes a finished bid from the history. Throws `not_found`, also for a bid of another account, and `conflict` for a bid
 * that is pending, or that is at the site with its result unknown.
 */
export async function deleteHistoricalBid(ctx: Ctx, accountId: number, id: number): Promise<void> {
  const refusal = (await deleteFinishedBids(ctx, accountId, [id])).refused.get(id)
  if (refusal) throw refusal
}

/** Takes no lock on a bid that stays: an engine may be about to lock it in. */
async function deleteFinishedBids({ db, clock }: Ctx, accountId: number, ids: readonly number[]) {
  const deleted = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update bids set deleted_at = ${new Date(clock.now())}
       where account_id = ${accountId} and id = any(${ids}::bigint[]) and deleted_at is null
         and status <> 'pending' and (status <> 'executed' or settled_at is not null)
      returning id`.execute(tx)
    await afterBidChange(
      tx,
      rows.map(({ id }) => ({ bidId: id, accountId })),
      [],
    )
    return rows
  })
  const left = await sql<{ id: number; status: string }>`
    select id, status from bids
     where account_id = ${accountId} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(db)
  const { pendingNotDeletable, unsettledNotDeletable } = messages.bidRefusal
  return outcomeOf(ids, deleted, left.rows, messages.bid.notFound, ({ status }) =>
    status === 'pending' ? pendingNotDeletable : unsettledNotDeletable,
  )
}

async function deleteFinishedAuctions({ db, clock }: Ctx, accountId: number, ids: readonly number[]) {
  const now = new Date(clock.now())
  const hasPendingBid = sql`exists (select from bids b where b.tracked_auction_id = t.id and b.status = 'pending')`
  const isOpen = sql<boolean>`(t.status = 'active' and l.closed_at is null)`
  const { deleted, left } = await db.transaction().execute(async (tx) => {
    // Scheduling a bid takes this lock, too: no bid becomes pending on an auction that is being deleted.
    await lockAccount(tx, accountId)
    const { rows } = await sql<{ id: number }>`
      update tracked_auctions t
         set deleted_at = ${now}, removed_at = coalesce(t.removed_at, ${now}),
             updated_at = case when t.removed_at is null then ${now} else t.updated_at end
        from listings l
       where l.id = t.listing_id and t.account_id = ${accountId} and t.id = any(${ids}::bigint[])
         and t.deleted_at is null and not ${isOpen} and (t.removed_at is not null or not ${hasPendingBid})
      returning t.id`.execute(tx)
    await announceChanges(
      tx,
      rows.map(({ id }) => ({ what: 'auction_removed' as const, accountId, auctionId: id })),
    )
    const others = await sql<{ id: number; open: boolean }>`
      select t.id, ${isOpen} as open from tracked_auctions t join listings l on l.id = t.listing_id
       where t.account_id = ${accountId} and t.id = any(${ids}::bigint[]) and t.deleted_at is null`.execute(tx)
    return { deleted: rows, left: others.rows }
  })
  return outcomeOf(ids, deleted, left, messages.auction.notFound, ({ open }) =>
    open ? messages.auction.stillOpen : messages.bidRefusal.pendingNotDeletable,
  )
}

function outcomeOf<Row extends { id: number }>(
  ids: readonly number[],
  deleted: readonly { id: number }[],
  left: readonly Row[],
  notFound: string,
  whyNot: (row: Row) => string,
): Deleted {
  const rows = new Map(left.map((row) => [row.id, row]))
  const refused = new Map<number, AppError>()
  for (const id of new Set(ids).difference(new Set(deleted.map((row) => row.id)))) {
    const row = rows.get(id)
    refused.set(id, row ? new AppError('conflict', whyNot(row)) : new AppError('not_found', notFound))
  }
  return { count: deleted.length, refused }
}
