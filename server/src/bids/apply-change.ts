import { sql } from 'kysely'
import type { Pending, Terms } from '../platform/database/json-columns.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { afterBidChange } from './log/after-bid-change.ts'
import { type BidEvent, type BidEventDetail, newBidEvent } from './log/bid-event.ts'
import { DUE_NOW } from './preflight-due.ts'
import { columnsOf, hasTerms, loggedTerms } from './terms.ts'

export type Applied = 'released' | 'changed' | 'cancelled'

/**
 * Clears the claim on a bid and applies its pending change. The caller holds the row's lock and knows that no engine
 * can fire the bid. A change that is pending after the lock-in is dropped. A bid that was not locked in gives its group's grant
 * back: a trigger of the table does, for every program. The lock-in is stored as `bid` has it. `at` is epoch ms on the site's clock.
 */
export async function applyChange(tx: Tx, bid: BidRow, at: number): Promise<Applied> {
  const pending = bid.status === 'pending' && bid.locked_in_at === null ? bid.pending : null
  const groupChange = pending?.kind === 'change' ? await readGroupChange(tx, bid, pending.groupId) : null
  const winner = pending?.kind === 'cancel' ? await winnerOfGroup(tx, bid) : null
  const cancelOutcome = winner === null ? 'cancelled' : 'group_won'
  await tx
    .updateTable('bids')
    .set({
      engine_id: null,
      locked_in_at: bid.locked_in_at,
      uncertain_since: bid.uncertain_since,
      pending: null,
      updated_at: new Date(at),
      ...(pending?.kind === 'cancel' && { status: 'cancelled', outcome: cancelOutcome, settled_at: new Date(at) }),
      ...(winner !== null && { group_held_because: 'won', group_held_for: winner }),
      ...(pending?.kind === 'change' && changeOf(bid, pending)),
      ...groupChange?.columns,
    })
    .where('id', '=', bid.id)
    .execute()

  const events = pending ? detailsOf(bid, pending, { cancelOutcome, groupEvents: groupChange?.events ?? [] }) : []
  await afterBidChange(
    tx,
    [{ bidId: bid.id, accountId: bid.account_id }],
    events.map((detail) => eventOf(bid, detail, at)),
  )
  if (pending === null) return 'released'
  return pending.kind === 'cancel' ? 'cancelled' : 'changed'
}

const changeOf = (bid: BidRow, terms: Terms) => ({
  ...columnsOf(terms),
  preflight_due_at: DUE_NOW,
  group_held_because: null,
  group_held_for: null,
  // The end stays: an engine may have recorded a move that the listing does not show yet.
  fire_at: sql<Date>`fire_at + make_interval(secs => ${bid.seconds_before_end - terms.secondsBeforeEnd})`,
})

/** What a change of the group does; null without one. */
async function readGroupChange(tx: Tx, { group_id }: BidRow, to: number | null | undefined) {
  if (to === undefined || to === group_id) return null
  const ids = [group_id, to].filter((id) => id !== null)
  const groups = await tx.selectFrom('bid_groups').select(['id', 'name', 'most_wins']).where('id', 'in', ids).execute()
  const events: BidEventDetail[] = groups
    .toSorted((a, b) => Number(a.id === to) - Number(b.id === to))
    .map(({ id, name, most_wins }) =>
      id === to
        ? { kind: 'group_joined', groupId: id, name, mostWins: most_wins }
        : { kind: 'group_left', groupId: id, name },
    )
  const single = {
    group_granted_at: null,
    group_released_at: null,
    group_released_because: null,
  }
  const columns = { group_id: to, group_rank: null, ...(to === null && single) }
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
function detailsOf(bid: BidRow, pending: Pending, { cancelOutcome, groupEvents }: Ended): BidEventDetail[] {
  const lowered = pending.kind === 'cancel' ? pending.lowered : pending.delivered?.basis.lowered
  const because = lowered ? { lowered } : {}
  if (pending.kind === 'cancel') {
    const isWon = cancelOutcome === 'group_won'
    return [isWon ? { kind: 'group_skipped', outcome: 'group_won' } : { kind: 'cancelled', ...because }]
  }
  if (groupEvents.length > 0 && hasTerms(bid, pending)) return groupEvents
  return [{ kind: 'changed', ...loggedTerms(pending), ...because }, ...groupEvents]
}

const eventOf = (bid: BidRow, detail: BidEventDetail, at: number): BidEvent => ({
  ...newBidEvent(bid.id, at, detail),
  engineId: bid.engine_id,
  fence: bid.fence,
})
