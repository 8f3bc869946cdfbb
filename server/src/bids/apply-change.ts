import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { announceChange } from '../changes/announce-change.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { DUE_NOW } from '../bid-log/plan-preflight.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'

/** `superseded`: the fence has moved, so the bid is another engine's and nothing was done. */
export type Released = 'released' | 'changed' | 'cancelled' | 'superseded'

type Held = { bidId: number; fence: number; /** Epoch ms on the site's clock. */ at: number }

/**
 * An engine lets go of a bid, and what its owner asked for meanwhile is done in the same step: afterwards nobody holds
 * the bid as it was.
 */
export async function releaseBid(tx: Tx, { bidId, fence, at }: Held): Promise<Released> {
  const bid = await tx
    .selectFrom('bids')
    .selectAll()
    .where('id', '=', bidId)
    .where('fence', '=', fence)
    .forUpdate()
    .executeTakeFirst()
  return bid ? applyChange(tx, bid, at) : 'superseded'
}

/**
 * Clears the claim and does what the owner asked for. The caller holds the row's lock and knows that no engine can
 * fire the bid: it is the engine that held it, or none does. After the lock-in a wish is too late, and is dropped.
 * `at` is epoch ms on the site's clock.
 */
export async function applyChange(tx: Tx, bid: BidRow, at: number): Promise<Exclude<Released, 'superseded'>> {
  const change = bid.status === 'pending' && bid.locked_in_at === null ? bid.pending_change : null
  await tx
    .updateTable('bids')
    .set({
      engine_id: null,
      pending_change: null,
      pending_max_bid_cents: null,
      pending_seconds_before_end: null,
      updated_at: new Date(at),
      ...(change === 'cancel' && { status: 'cancelled', outcome: 'cancelled', settled_at: new Date(at) }),
      ...(change === 'change' && changeTo(bid)),
    })
    .where('id', '=', bid.id)
    .execute()

  if (change) await recordBidEvents(tx, [eventOf(bid, change, at)])
  await announceChange(tx, { what: 'bid', accountId: bid.account_id, bidId: bid.id })
  return change === null ? 'released' : change === 'cancel' ? 'cancelled' : 'changed'
}

const pendingTerms = (bid: BidRow) => ({
  maxBidCents: bid.pending_max_bid_cents ?? bid.max_bid_cents,
  secondsBeforeEnd: bid.pending_seconds_before_end ?? bid.seconds_before_end,
})

function changeTo(bid: BidRow) {
  const { maxBidCents, secondsBeforeEnd } = pendingTerms(bid)
  return {
    max_bid_cents: maxBidCents,
    seconds_before_end: secondsBeforeEnd,
    preflight_due_at: DUE_NOW,
    // Read after the row was locked: whoever moves the end either has been seen here, or will find this row and move it.
    fire_at: sql<Date>`(
      select least(l.ends_at, l.closed_at) - make_interval(secs => ${secondsBeforeEnd})
        from listings l where l.id = bids.listing_id)`,
  }
}

const eventOf = (bid: BidRow, change: 'change' | 'cancel', at: number) => ({
  key: randomUUID(),
  bidId: bid.id,
  at,
  uncertaintyMs: null,
  engineId: bid.engine_id,
  fence: bid.fence,
  detail: change === 'cancel' ? { kind: 'cancelled' as const } : { kind: 'changed' as const, ...pendingTerms(bid) },
})
