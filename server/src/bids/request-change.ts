import { changeDeadline, messages } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { applyChange } from './apply-change.ts'
import { readPause } from '../pauses/read-pause.ts'

export type PendingChange = { kind: 'cancel' } | { kind: 'change'; maxBidCents: number; secondsBeforeEnd: number }

/**
 * Asks for a bid to be changed or cancelled; the caller holds its row's lock. Done at once when no engine holds the
 * bid; otherwise whoever lets go of it does it, and `awaitChange` waits for that. The last wish counts. Throws `too_late`
 * from the lock-in on, and from the moment for it that the bid's owner is shown; `conflict` for a bid that is finished.
 * `at` is epoch ms on the site's clock.
 */
export async function requestChange(tx: Tx, bid: BidRow, change: PendingChange, at: number): Promise<void> {
  const cancel = change.kind === 'cancel'
  if (bid.status !== 'pending') {
    throw new AppError('conflict', cancel ? messages.bid.cannotCancel : messages.bid.cannotChangeFinished)
  }
  if (bid.locked_in_at) throw tooLateError(change)
  if (at >= changeDeadline(bid.fire_at.getTime()) && !(await isHeldBack(tx, bid))) throw tooLateError(change)

  const asked = await tx
    .updateTable('bids')
    .set({
      pending_change: change.kind,
      pending_max_bid_cents: cancel ? null : change.maxBidCents,
      pending_seconds_before_end: cancel ? null : change.secondsBeforeEnd,
    })
    .where('id', '=', bid.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (asked.engine_id === null) await applyChange(tx, asked, at)
  else await announceChange(tx, { what: 'bid', accountId: bid.account_id, bidId: bid.id })
}

/** Nothing fires a paused bid, whatever its moment: it can be had back until its auction closes. */
async function isHeldBack(tx: Tx, { account_id, engine_id }: BidRow): Promise<boolean> {
  const { own, operator } = await readPause(tx, account_id)
  return engine_id === null && (own !== null || operator !== null)
}

export function tooLateError(change: PendingChange): AppError {
  return new AppError('too_late', change.kind === 'cancel' ? messages.bid.cannotCancel : messages.bid.cannotChange)
}
