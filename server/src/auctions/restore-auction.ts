import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Acting } from '../http/route.ts'
import { lockAccount } from '../identity/accounts/account-queries.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { requireAuctionLeft } from '../plans/require-within-limits.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'
import { type AuctionRecord, findAuction, lockTrackedAuction } from './auction-queries.ts'
import { isOpen } from './listings/listing-queries.ts'
import { setNextCheckDue } from './listings/set-next-check-due.ts'

/**
 * Tracks a removed auction again under its previous id. Restoring a tracked auction changes nothing. Throws
 * `plan_limit_reached` for an open auction when the plan allows no further one.
 */
export async function restoreAuction(ctx: Ctx, acting: Acting, id: number): Promise<AuctionRecord> {
  const { db, clock, marketplace, plans } = ctx
  const { accountId } = acting
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const before = await lockTrackedAuction(tx, accountId, id)
    if (before?.removed_at) {
      await acting.inTransaction?.(tx)
      if (await isOpen(tx, before.listing_id, instants.siteNow)) {
        await requireAuctionLeft(tx, { plans, accountId, ...instants })
      }
      await tx
        .updateTable('tracked_auctions')
        .set({ removed_at: null, deleted_at: null, updated_at: new Date(instants.now) })
        .where('id', '=', id)
        .execute()
      await setNextCheckDue(tx, before.listing_id, instants)
      await announceChange(tx, { what: 'auction', accountId, auctionId: id })
    }
    const auction = await findAuction(tx, accountId, id)
    if (!auction) throw new AppError('not_found', messages.auction.notFound)
    return auction
  })
}
