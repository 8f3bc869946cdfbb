import { messages } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { lockTrackedAuction } from './auction-queries.ts'
import { untrackAuction } from './untrack-auction.ts'
import { lockAccount } from '../platform/database/account-rows.ts'

export type RemoveDeps = {
  db: Db
  clock: Clock
  /** Cancels the pending snipe on a tracked auction, if any. Throws if it can no longer be cancelled. */
  cancelBidsOn: (accountId: number, auctionId: number) => Promise<void>
}

/** Cancels the pending snipe on an auction and stops tracking it. Throws `too_late` while a bid is being sent. */
export async function removeAuction(deps: RemoveDeps, accountId: number, id: number): Promise<void> {
  const { db, clock, cancelBidsOn } = deps
  await cancelBidsOn(accountId, id).catch((error: unknown) => {
    const onItsWay = error instanceof AppError && error.code === 'too_late'
    throw onItsWay ? new AppError('too_late', messages.auction.bidOnItsWay, { cause: error }) : error
  })

  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const auction = await lockTrackedAuction(tx, accountId, id)
    if (!auction || auction.removed_at) throw new AppError('not_found', messages.auction.notFound)
    await untrackAuction(tx, auction, clock.now())
  })
}
