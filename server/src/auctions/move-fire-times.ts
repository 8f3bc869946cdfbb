import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AT_ONCE } from '../bid-log/plan-preflight.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { ListingRow, Tx } from '../platform/database/tables.ts'

/** A snipe whose moment to fire was moved, and the end that it had stood before until then. */
type MovedSnipe = { bidId: number; endedAt: Date }

/**
 * Keeps every pending snipe's moment at the end less its lead, and tells their owners. A listing that closed before its
 * end makes its snipes due at once: the engine finds it closed and ends them with the reason.
 */
export async function moveFireTimes(tx: Tx, listingId: number): Promise<MovedSnipe[]> {
  const lead = sql`make_interval(secs => b.seconds_before_end)`
  const { rows } = await sql<MovedSnipe & { accountId: number }>`
    update bids
       set fire_at = moved.to_fire_at, preflight_due_at = ${AT_ONCE}
      from (select b.id, b.fire_at + ${lead} as ended_at, least(l.ends_at, l.closed_at) - ${lead} as to_fire_at
              from bids b join listings l on l.id = b.listing_id
             where l.id = ${listingId} and b.status = 'pending' and b.fire_at <> least(l.ends_at, l.closed_at) - ${lead}
               for no key update of b) moved
     where bids.id = moved.id
    returning bids.id as "bidId", bids.account_id as "accountId", moved.ended_at as "endedAt"`.execute(tx)
  for (const { accountId, bidId } of rows) await announceChange(tx, { what: 'bid', accountId, bidId })
  return rows
}

/**
 * Whoever moves a snipe's moment to fire logs that its end moved, in the same transaction: so it is logged once, however
 * many see it. A close is no move: the engine says how the snipe ended. `at` is epoch ms on the site's clock.
 */
export async function logMovedEnds(tx: Tx, moved: MovedSnipe[], { ends_at, closed_at }: ListingRow, at: number) {
  if (closed_at) return
  const events = moved.map(({ bidId, endedAt }) => ({
    key: randomUUID(),
    bidId,
    at,
    uncertaintyMs: null,
    engineId: null,
    fence: null,
    detail: { kind: 'end_moved' as const, from: endedAt.getTime(), to: ends_at.getTime() },
  }))
  await recordBidEvents(tx, events)
}
