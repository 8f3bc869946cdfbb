import { changeDeadline, messages } from '@bidwell/contract'
import { applyChange } from '../bids/apply-change.ts'
import { afterBidChange } from '../bids/log/after-bid-change.ts'
import { movesTo, pendingTerms } from '../bids/terms.ts'
import type { AnyCaller } from '../http/route.ts'
import type { Pending, Terms } from '../platform/database/json-columns.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { readPause } from './pauses/pause-queries.ts'
import { highestMaxCents } from './stakes.ts'

export type PendingChange =
  | { kind: 'cancel' }
  /** `groupId`: the group that the bid joins; without it, the bid stays where it is. */
  | ({ kind: 'change'; groupId?: number | undefined } & Terms)
  /** Into a group or, with null, out of it. */
  | { kind: 'regroup'; groupId: number | null }

/**
 * Changes or cancels a bid whose row the caller has locked. When an engine holds the bid, the change becomes pending:
 * the engine applies it when it releases the bid, and `awaitChange` waits for that. A later request replaces a pending
 * change, but a pending cancel is final: no request that crosses it brings the bid back. Throws `too_late` from the
 * lock-in on, and from the time for it that the owner is shown; `conflict` for a finished bid, and for a change of a bid
 * that is being cancelled. `at` is epoch ms on the site's clock.
 */
export async function requestChange(tx: Tx, bid: BidRow, change: PendingChange, at: number): Promise<void> {
  const isCancel = change.kind === 'cancel'
  if (bid.status !== 'pending') throw conflict(bid, change)
  if (bid.pending?.kind === 'cancel' && !isCancel) throw new AppError('conflict', messages.bid.beingCancelled)
  if (bid.locked_in_at) throw tooLateError(change)
  if (at >= changeDeadline(bid.fire_at.getTime()) && !(await isHeldBack(tx, bid))) throw tooLateError(change)

  const updated = await tx
    .updateTable('bids')
    .set({ pending: JSON.stringify(pendingOf(bid, change)) })
    .where('id', '=', bid.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (updated.engine_id === null) await applyChange(tx, updated, at)
  else await afterBidChange(tx, [{ bidId: bid.id, accountId: bid.account_id }], [])
}

/** A bid counts for whoever raised it last: against the caps of a program's token, or for its owner alone. */
export async function setRaiser(tx: Tx, caller: AnyCaller, bid: BidRow, { maxBidCents }: Pick<Terms, 'maxBidCents'>) {
  if (maxBidCents <= highestMaxCents(bid)) return
  const raiser = { api_token_id: 'token' in caller ? caller.token.id : null }
  await tx.updateTable('bids').set(raiser).where('id', '=', bid.id).execute()
}

/** A change of the terms alone leaves a change of the group pending, and the other way round. */
function pendingOf(bid: BidRow, change: PendingChange): Pending {
  if (change.kind === 'cancel') return { kind: 'cancel', lowered: null }
  const { maxBidCents, secondsBeforeEnd, delivered } = change.kind === 'change' ? change : pendingTerms(bid)
  const groupId = change.groupId === undefined ? movesTo(bid) : change.groupId
  return { kind: 'change', maxBidCents, secondsBeforeEnd, delivered, ...(groupId !== undefined && { groupId }) }
}

/**
 * After its time to fire, a bid can still be changed while its group has not let it out, while a pause keeps engines from claiming it, or while the price keeps it
 * from being sent, but no restored bid: it may have been sent before the restore. A pending change keeps the bid from being locked in.
 */
async function isHeldBack(tx: Tx, bid: BidRow): Promise<boolean> {
  const { account_id, engine_id, listing_id, max_bid_cents, restored_from } = bid
  if (restored_from !== null) return false
  if (bid.group_id !== null && bid.group_granted_at === null) return true
  const { minimum_bid_cents } = await tx
    .selectFrom('listings')
    .select('minimum_bid_cents')
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  if (minimum_bid_cents > max_bid_cents) return true
  const { own, operator } = await readPause(tx, account_id)
  return engine_id === null && (own !== null || operator !== null)
}

export const tooLateError = ({ kind }: PendingChange) =>
  kind === 'cancel'
    ? new AppError('too_late', messages.bid.cannotCancel, {
        details: [{ path: 'id', message: messages.bid.cannotCancelLockedIn }],
      })
    : new AppError('too_late', messages.bid.cannotChange)

/** The bid is finished or cancelled, or another change has replaced this one. */
export function conflict({ status }: Pick<BidRow, 'status'>, { kind }: Pick<PendingChange, 'kind'>) {
  if (kind === 'cancel') return new AppError('conflict', messages.bid.cannotCancel)
  const { changeReplaced, cannotChangeCancelled, cannotChangeFinished } = messages.bid
  const replaced = status === 'pending' ? changeReplaced : cannotChangeFinished
  return new AppError('conflict', status === 'cancelled' ? cannotChangeCancelled : replaced)
}
