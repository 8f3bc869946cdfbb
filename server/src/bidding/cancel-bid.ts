import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Acting } from '../http/route.ts'
import { requireScope } from '../identity/api-tokens/check-token.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { awaitChange } from './await-change.ts'
import { type BidRecord, findPendingBid, lockBid } from './bid-queries.ts'
import { requestChange } from './request-change.ts'

const CANCEL = { kind: 'cancel' } as const

/**
 * Cancels a pending bid and answers once no engine can fire it. Cancelling again answers the same. It needs no lock of the account,
 * and may be done by a session that ends meanwhile: it only takes money off the table. Throws `not_found`, and `conflict`, `too_late` and
 * `not_confirmed_yet` as `requestChange` and `awaitChange` do.
 */
export async function cancelBid(ctx: Ctx, acting: Acting, id: number): Promise<BidRecord> {
  const { db, clock, marketplace } = ctx
  const { accountId } = acting
  const at = await siteNow(db, marketplace.id, clock)
  await db.transaction().execute(async (tx) => {
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.nothingToCancel)
    // The wait below then answers at once.
    if (bid.status === 'cancelled') return
    // `lockCaller` does this for what needs the account's lock.
    await acting.inTransaction?.(tx)
    await requestChange(tx, bid, CANCEL, at)
  })
  return awaitChange(ctx, accountId, id, CANCEL)
}

/** Cancels the pending bid on a tracked auction, if there is one, as `cancelBid` does. Throws `scope_missing` for a token that may not. */
export async function cancelBidOn(ctx: Ctx, acting: Acting, trackedAuctionId: number): Promise<void> {
  const bid = await findPendingBid(ctx.db, acting.accountId, trackedAuctionId)
  if (!bid) return
  // Removing an auction needs no scope to bid; cancelling its bid does.
  if ('token' in acting) requireScope(acting, 'bid', messages.apiToken.scopeForSnipe)
  await cancelBid(ctx, acting, bid.id)
}
