import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DUE_NOW } from '../bid-log/plan-preflight.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChanges } from '../changes/announce-change.ts'
import type { ItemReading } from '../marketplace/marketplace.ts'
import type { ListingRow, Tx } from '../platform/database/tables.ts'

/** A snipe whose moment to fire was moved, and the end that it had stood before until then. */
type MovedSnipe = { bidId: number; listingId: number; endedAt: Date }

/**
 * Keeps every pending snipe's moment at the end less its lead, and tells their owners. A listing that closed before its
 * end makes its snipes due at once: the engine finds it closed and ends them with the reason.
 */
export async function moveFireTimes(tx: Tx, listingIds: number[]): Promise<MovedSnipe[]> {
  const lead = sql`make_interval(secs => b.seconds_before_end)`
  const { rows } = await sql<MovedSnipe & { accountId: number }>`
    update bids
       set fire_at = moved.to_fire_at, preflight_due_at = ${DUE_NOW}
      from (select b.id, b.fire_at + ${lead} as ended_at, least(l.ends_at, l.closed_at) - ${lead} as to_fire_at
              from bids b join listings l on l.id = b.listing_id
             where l.id = any(${listingIds}::bigint[]) and b.status = 'pending'
                and b.fire_at <> least(l.ends_at, l.closed_at) - ${lead}
              order by b.id
               for no key update of b) moved
     where bids.id = moved.id
    returning bids.id as "bidId", bids.listing_id as "listingId", bids.account_id as "accountId", moved.ended_at as "endedAt"`.execute(
    tx,
  )
  await announceChanges(
    tx,
    rows.map(({ accountId, bidId }) => ({ what: 'bid', accountId, bidId })),
  )
  return rows
}

type Seen = { listing: ListingRow; reading: Pick<ItemReading, 'clock'> }

/**
 * Whoever moves a snipe's moment to fire logs that its end moved, in the same transaction: so it is logged once, however
 * many see it. A close is no move: the engine says how the snipe ended.
 */
export async function logMovedEnds(tx: Tx, moved: MovedSnipe[], seen: readonly Seen[]) {
  const byListing = new Map(seen.map((it) => [it.listing.id, it]))
  const events = moved.flatMap(({ bidId, listingId, endedAt }) => {
    const { listing, reading } = byListing.get(listingId) ?? {}
    if (!listing || !reading || listing.closed_at) return []
    const detail = { kind: 'end_moved' as const, from: endedAt.getTime(), to: listing.ends_at.getTime() }
    const at = reading.clock.siteTime
    return [{ key: randomUUID(), bidId, at, uncertaintyMs: null, engineId: null, fence: null, detail }]
  })
  await recordBidEvents(tx, events)
}
