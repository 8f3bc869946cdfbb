import { messages } from '@bidwell/contract'
import { lockAccount } from '../accounts/account-queries.ts'
import { lockTrackedAuction } from '../auctions/auction-queries.ts'
import { untrack } from '../auctions/untrack.ts'
import { AppError } from '../platform/errors.ts'
import { type DeleteDeps, deleteHistoricalBid } from './delete-historical-bid.ts'

type Wanted = { bidIds: readonly number[]; auctionIds: readonly number[] }
type StartupError = { id: number; message: string }

/** Takes finished bids and auctions that are over out of the history; what cannot go is answered with its reason. */
export async function deleteBids(deps: DeleteDeps, accountId: number, { bidIds, auctionIds }: Wanted) {
  const bids = await eachOf(bidIds, (id) => deleteHistoricalBid(deps, accountId, id))
  const auctions = await eachOf(auctionIds, (id) => removeFinished(deps, accountId, id))
  return {
    deleted_bids: bids.deleted,
    deleted_auctions: auctions.deleted,
    refused: [...bids.refused, ...auctions.refused],
  }
}

async function eachOf(ids: readonly number[], remove: (id: number) => Promise<void>) {
  const refused: StartupError[] = []
  let deleted = 0
  for (const id of new Set(ids)) {
    try {
      await remove(id)
      deleted++
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id, message: error.message })
    }
  }
  return { deleted, refused }
}

async function removeFinished({ db, clock }: DeleteDeps, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const auction = await lockTrackedAuction(tx, accountId, id)
    if (!auction || auction.removed_at) throw new AppError('not_found', messages.auction.notFound)
    const listing = await tx
      .selectFrom('listings')
      .select('closed_at')
      .where('id', '=', auction.listing_id)
      .executeTakeFirstOrThrow()
    if (auction.status === 'active' && !listing.closed_at) throw new AppError('conflict', messages.auction.stillOpen)
    await untrack(tx, auction, clock.now())
  })
}
