import { type api, type Data, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'
import { readWin } from './list-wins.ts'
import { findWins } from './win-queries.ts'

/**
 * Ticks a won item as paid, or takes the tick back. Ticking again keeps the time of the first tick, unless the site's list has
 * shown the item as unpaid since. Throws `not_found` for a bid that is another account's or has not won, and `rule_broken`
 * for an item that the site shows as paid.
 */
export async function sayPaid(
  ctx: Ctx,
  accountId: number,
  bidId: number,
  { paid }: { paid: boolean },
): Promise<Data<typeof api.sayPaid>> {
  const { db, clock, marketplace } = ctx
  const [win] = await findWins(db, accountId, { bidId })
  if (!win) throw new AppError('not_found', messages.payment.page.notYourWin)
  if (paid && win.facts.isInPaidList) {
    throw new AppError('rule_broken', messages.payment.isPaidAtSite(marketplace.siteName))
  }
  await db.transaction().execute(async (tx) => {
    if (!paid || win.payment.state !== 'said_paid') {
      await tx
        .updateTable('tracked_auctions')
        .set({ said_paid_at: paid ? new Date(clock.now()) : null })
        .where('id', '=', win.trackedAuctionId)
        .execute()
    }
    await announceChange(tx, { what: 'orders', accountId })
  })
  return { win: (await readWin(ctx, accountId, bidId)).win }
}
