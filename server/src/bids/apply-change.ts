import { sql } from 'kysely'
import { afterBidChange } from '../bid-log/after-bid-change.ts'
import { type BidEvent, type BidEventDetail, newBidEvent } from '../bid-log/bid-event.ts'
import type { CostBasis } from '../platform/database/json-columns.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { DUE_NOW } from '../preflights/preflight-due.ts'

export type Applied = 'released' | 'changed' | 'cancelled'

/**
 * Clears the claim on a bid and applies its pending change. The caller holds the row's lock and knows that no engine
 * can fire the bid. A change that is pending after the lock-in is dropped. A bid that was not locked in gives its group's grant
 * back: a trigger of the table does, for every program. The lock-in is stored as `bid` has it. `at` is epoch ms on the site's clock.
 */
export async function applyChange(tx: Tx, bid: BidRow, at: number): Promise<Applied> {
  const change = bid.status === 'pending' && bid.locked_in_at === null ? bid.pending_change : null
  const groupChange = change === 'change' ? await readGroupChange(tx, bid) : null
  const winner = change === 'cancel' ? await winnerOfGroup(tx, bid) : null
  const cancelOutcome = winner === null ? 'cancelled' : 'group_won'
  await tx
    .updateTable('bids')
    .set({
      engine_id: null,
      locked_in_at: bid.locked_in_at,
      uncertain_since: bid.uncertain_since,
      pending_change: null,
      pending_max_bid_cents: null,
      pending_seconds_before_end: null,
      pending_all_in_cents: null,
      pending_cost_basis: null,
      pending_group_id: null,
      pending_leaves_group: false,
      updated_at: new Date(at),
      ...(change === 'cancel' && { status: 'cancelled', outcome: cancelOutcome, settled_at: new Date(at) }),
      ...(winner !== null && { group_held_because: 'won', group_held_for: winner }),
      ...(change === 'change' && columnsOf(bid, pendingTerms(bid))),
      ...groupChange?.columns,
    })
    .where('id', '=', bid.id)
    .execute()

  const events = change ? detailsOf(bid, change, { cancelOutcome, groupEvents: groupChange?.events ?? [] }) : []
  await afterBidChange(
    tx,
    [{ bidId: bid.id, accountId: bid.account_id }],
    events.map((detail) => eventOf(bid, detail, at)),
  )
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
  group_held_because: null,
  group_held_for: null,
  // The end stays: an engine may have recorded a move that the listing does not show yet.
  fire_at: sql<Date>`fire_at + make_interval(secs => ${bid.seconds_before_end - secondsBeforeEnd})`,
})

/** What a pending change of the group does; null without one. */
async function readGroupChange(tx: Tx, bid: BidRow) {
  const { group_id, pending_group_id, pending_leaves_group } = bid
  const isMove = pending_group_id !== null && pending_group_id !== group_id
  if (!isMove && !(pending_leaves_group && group_id !== null)) return null
  const ids = [group_id, pending_group_id].filter((id) => id !== null)
  const groups = await tx.selectFrom('bid_groups').select(['id', 'name', 'most_wins']).where('id', 'in', ids).execute()
  const events: BidEventDetail[] = groups
    .toSorted((a, b) => Number(a.id === pending_group_id) - Number(b.id === pending_group_id))
    .map(({ id, name, most_wins }) =>
      id === pending_group_id
        ? { kind: 'group_joined', groupId: id, name, mostWins: most_wins }
        : { kind: 'group_left', groupId: id, name },
    )
  const single = {
    group_granted_at: null,
    group_released_at: null,
    group_released_because: null,
    claimed_in_group: false,
  }
  const columns = { group_id: pending_group_id, group_rank: null, ...(pending_group_id === null && single) }
  return { columns, events }
}

/** A bid by which the group has won what it may, so that this one is not needed any more, whoever cancels it; null before that. */
async function winnerOfGroup(tx: Tx, { group_id }: BidRow): Promise<number | null> {
  if (group_id === null) return null
  const { rows } = await sql<{ winner: number | null }>`
    select case when count(*) >= g.most_wins then min(b.id) end as winner
      from bid_groups g join bids b on b.group_id = g.id and b.status = 'won'
     where g.id = ${group_id} group by g.id`.execute(tx)
  return rows[0]?.winner ?? null
}

type Ended = { cancelOutcome: 'cancelled' | 'group_won'; groupEvents: BidEventDetail[] }

/** A change of the group alone logs nothing else. */
function detailsOf(bid: BidRow, change: 'change' | 'cancel', { cancelOutcome, groupEvents }: Ended): BidEventDetail[] {
  const lowered = bid.pending_cost_basis?.lowered
  const because = lowered ? { lowered } : {}
  if (change === 'cancel') {
    const isWon = cancelOutcome === 'group_won'
    return [isWon ? { kind: 'group_skipped', outcome: 'group_won' } : { kind: 'cancelled', ...because }]
  }
  const terms = pendingTerms(bid)
  const isSame =
    terms.maxBidCents === bid.max_bid_cents &&
    terms.secondsBeforeEnd === bid.seconds_before_end &&
    (terms.delivered?.allInCents ?? null) === bid.all_in_cents
  if (groupEvents.length > 0 && isSame) return groupEvents
  return [{ kind: 'changed', ...loggedTerms(terms), ...because }, ...groupEvents]
}

const eventOf = (bid: BidRow, detail: BidEventDetail, at: number): BidEvent => ({
  ...newBidEvent(bid.id, at, detail),
  engineId: bid.engine_id,
  fence: bid.fence,
})
