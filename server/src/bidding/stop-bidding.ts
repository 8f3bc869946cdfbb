import { forgetLogin } from '../connections/remove-credentials.ts'
import type { Ctx } from '../context/ctx.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { lockBid } from './bid-queries.ts'
import { requestChange } from './request-change.ts'

/**
 * Deletes an account's site login and cancels its pending bids, all or nothing. An engine that holds a bid releases it when
 * it reads the cancellation. Bids that are locked in are still sent, with the login that they were claimed with.
 */
export async function stopBidding(ctx: Ctx, tx: Tx, accountId: number): Promise<void> {
  await forgetLogin(tx, ctx, accountId)
  const pending = await tx
    .selectFrom('bids')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
  const at = await siteNow(tx, ctx.marketplace.id, ctx.clock)
  for (const { id } of pending) {
    const bid = await lockBid(tx, accountId, id)
    if (bid) await requestChange(tx, bid, { kind: 'cancel' }, at).catch(ignoreFinished)
  }
}

function ignoreFinished(error: unknown) {
  if (!(error instanceof AppError)) throw error
}
