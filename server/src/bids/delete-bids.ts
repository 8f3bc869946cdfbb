import { type Data, type deleteBids as endpoint, messages } from '@bidwell/contract'
import { lockTrackedAuction } from '../auctions/auction-queries.ts'
import { announceChange } from '../changes/announce-change.ts'
import { untrackAuction } from '../auctions/untrack-auction.ts'
import { AppError } from '../platform/errors.ts'
import { type DeleteDeps, deleteHistoricalBid } from './delete-historical-bid.ts'
import { lockAccount } from '../platform/database/account-rows.ts'

type Selection = { bidIds: readonly number[]; auctionIds: readonly number[] }
type Refusal = Data<typeof endpoint>['refused'][number]

/** Deletes finished bids and closed auctions from the history. Returns the reason for each that cannot be deleted. */
export async function deleteBids(
  deps: DeleteDeps,
  accountId: number,
  { bidIds, auctionIds }: Selection,
): Promise<Data<typeof endpoint>> {
  const bids = await deleteEach('bid', bidIds, (id) => deleteHistoricalBid(deps, accountId, id))
  const auctions = await deleteEach('auction', auctionIds, (id) => deleteFinishedAuction(deps, accountId, id))
  return {
    deleted_bids: bids.deleted,
    deleted_auctions: auctions.deleted,
    refused: [...bids.refused, ...auctions.refused],
  }
}

async function deleteEach(kind: Refusal['kind'], ids: readonly number[], deleteOne: (id: number) => Promise<void>) {
  const refused: Refusal[] = []
  let deleted = 0
  for (const id of new Set(ids)) {
    try {
      await deleteOne(id)
      deleted++
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ kind, id, message: error.message })
    }
  }
  return { deleted, refused }
}

async function deleteFinishedAuction({ db, clock }: DeleteDeps, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const auction = await lockTrackedAuction(tx, accountId, id)
    if (!auction || auction.deleted_at) throw new AppError('not_found', messages.auction.notFound)
    const listing = await tx
      .selectFrom('listings')
      .select('closed_at')
      .where('id', '=', auction.listing_id)
      .executeTakeFirstOrThrow()
    if (auction.status === 'active' && !listing.closed_at) throw new AppError('conflict', messages.auction.stillOpen)
    const now = clock.now()
    await tx
      .updateTable('tracked_auctions')
      .set({ deleted_at: new Date(now) })
      .where('id', '=', id)
      .execute()
    if (auction.removed_at) await announceChange(tx, { what: 'auction_removed', accountId, auctionId: id })
    else await untrackAuction(tx, auction, now)
  })
}
