import { messages } from '@bidwell/contract'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import { newBidEvent } from '../../bids/log/bid-event.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { AppError } from '../../platform/errors.ts'
import { lockBid } from '../bid-queries.ts'
import { isExposed } from './is-exposed.ts'

/**
 * Takes the owner's word that a bid has not won, so that its group can let out another. Saying it again changes nothing. Throws
 * `not_found`; `conflict` for a bid in no group, before the close, and when it is known how the bid ended; and
 * `session_revoked`.
 */
export async function sayNotWon(ctx: Ctx, caller: Caller, id: number): Promise<void> {
  const { db, clock, marketplace } = ctx
  const at = await siteNow(db, marketplace.id, clock)
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const bid = await lockBid(tx, caller.accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.notFound)
    if (bid.group_id === null) throw new AppError('conflict', messages.bidGroup.withoutGroup)
    if (bid.group_released_because === 'user_said') return
    const listing = await tx
      .selectFrom('listings')
      .select(['ends_at', 'closed_at'])
      .where('id', '=', bid.listing_id)
      .executeTakeFirstOrThrow()
    if (listing.closed_at === null && at < listing.ends_at.getTime())
      throw new AppError('conflict', messages.bidGroup.onlyAfterClose)
    const isGranted = bid.group_granted_at !== null
    const isReleased = bid.group_released_at !== null
    const isUnknown = isExposed({ status: bid.status, isGranted, isReleased, isRestored: false })
    // A bid that was not locked in is ended by its engine.
    const isUnsent = bid.status === 'pending' && bid.locked_in_at === null
    if (!isUnknown || isUnsent || bid.status === 'won') throw new AppError('conflict', messages.bidGroup.resultKnown)
    const now = new Date(at)
    await tx
      .updateTable('bids')
      .set({
        group_granted_at: bid.group_granted_at ?? now,
        group_released_at: now,
        group_released_because: 'user_said',
      })
      .where('id', '=', id)
      .execute()
    const said = newBidEvent(id, at, { kind: 'group_released', because: 'user_said', priceCents: null })
    await afterBidChange(tx, [{ bidId: id, accountId: caller.accountId }], [said])
  })
}
