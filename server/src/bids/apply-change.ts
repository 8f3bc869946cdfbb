import { sql } from 'kysely'
import { afterBidChange } from '../bid-log/after-bid-change.ts'
import { type BidEvent, newBidEvent } from '../bid-log/bid-event.ts'
import type { CostBasis } from '../platform/database/json-columns.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { DUE_NOW } from '../preflights/preflight-due.ts'

export type Applied = 'released' | 'changed' | 'cancelled'

/**
 * Clears the claim on a bid and applies its pending change. The caller holds the row's lock and knows that no engine
 * can fire the bid. A change that is pending after the lock-in is dropped. `at` is epoch ms on the site's clock.
 */
export async function applyChange(tx: Tx, bid: BidRow, at: number): Promise<Applied> {
  const change = bid.status === 'pending' && bid.locked_in_at === null ? bid.pending_change : null
  await tx
    .updateTable('bids')
    .set({
      engine_id: null,
      pending_change: null,
      pending_max_bid_cents: null,
      pending_seconds_before_end: null,
      pending_all_in_cents: null,
      pending_cost_basis: null,
      updated_at: new Date(at),
      ...(change === 'cancel' && { status: 'cancelled', outcome: 'cancelled', settled_at: new Date(at) }),
      ...(change === 'change' && columnsOf(bid, pendingTerms(bid))),
    })
    .where('id', '=', bid.id)
    .execute()

  const events = change ? [eventOf(bid, change, at)] : []
  await afterBidChange(tx, [{ bidId: bid.id, accountId: bid.account_id }], events)
  return change === null ? 'released' : change === 'cancel' ? 'cancelled' : 'changed'
}

/** The delivered price of a bid, and the costs that its maximum was reckoned with. */
export type Delivered = { allInCents: number; basis: CostBasis }
export type Terms = { maxBidCents: number; secondsBeforeEnd: number; delivered: Delivered | null }

/** The columns of a bid's delivered price. */
export const deliveredColumns = (delivered: Delivered | null) => ({
  all_in_cents: delivered?.allInCents ?? null,
  cost_basis: delivered && JSON.stringify(delivered.basis),
})

/** The terms of a bid as its log has them. */
export const loggedTerms = ({ maxBidCents, secondsBeforeEnd, delivered }: Terms) => ({
  maxBidCents,
  secondsBeforeEnd,
  ...(delivered && { allInCents: delivered.allInCents }),
})

/** The terms of a bid once its pending change is applied. */
export const pendingTerms = (bid: BidRow): Terms => ({
  maxBidCents: bid.pending_max_bid_cents ?? bid.max_bid_cents,
  secondsBeforeEnd: bid.pending_seconds_before_end ?? bid.seconds_before_end,
  delivered:
    bid.pending_change === 'change'
      ? deliveredOf(bid.pending_all_in_cents, bid.pending_cost_basis)
      : deliveredOf(bid.all_in_cents, bid.cost_basis),
})

const deliveredOf = (allInCents: number | null, basis: CostBasis | null): Delivered | null =>
  allInCents === null || basis === null ? null : { allInCents, basis }

const columnsOf = (bid: BidRow, { maxBidCents, secondsBeforeEnd, delivered }: Terms) => ({
  max_bid_cents: maxBidCents,
  seconds_before_end: secondsBeforeEnd,
  ...deliveredColumns(delivered),
  // Whoever changes a restored bid wants it to be sent.
  restored_from: null,
  preflight_due_at: DUE_NOW,
  // The end stays: an engine may have recorded a move that the listing does not show yet.
  fire_at: sql<Date>`fire_at + make_interval(secs => ${bid.seconds_before_end - secondsBeforeEnd})`,
})

function eventOf(bid: BidRow, change: 'change' | 'cancel', at: number): BidEvent {
  const lowered = bid.pending_cost_basis?.lowered
  const detail = {
    ...(change === 'cancel'
      ? { kind: 'cancelled' as const }
      : { kind: 'changed' as const, ...loggedTerms(pendingTerms(bid)) }),
    ...(lowered && { lowered }),
  }
  return { ...newBidEvent(bid.id, at, detail), engineId: bid.engine_id, fence: bid.fence }
}
