import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recordBidEvents } from '../../bid-log/record-bid-events.ts'
import { announceChanges } from '../../changes/announce-change.ts'
import type { ItemReading } from '../../marketplace/marketplace.ts'
import type { ListingRow, Tx } from '../../platform/database/tables.ts'
import { DUE_NOW } from '../../preflights/plan-preflight.ts'

/** A snipe whose fire time moved, and the auction end that it was based on before. */
type MovedSnipe = { bidId: number; listingId: number; previousEnd: Date }

/**
 * Sets the fire time of every pending snipe to the end less its lead, and announces the changes. If a listing closed
 * before its end, its snipes are due at once: the engine then finishes them with the reason.
 */
export async function moveFireTimes(tx: Tx, listingIds: number[]): Promise<MovedSnipe[]> {
  const lead = sql`make_interval(secs => b.seconds_before_end)`
  const { rows } = await sql<MovedSnipe & { accountId: number }>`
    update bids
       set fire_at = moved.to_fire_at, preflight_due_at = ${DUE_NOW}
      from (select b.id, b.fire_at + ${lead} as previous_end, least(l.ends_at, l.closed_at) - ${lead} as to_fire_at
              from bids b join listings l on l.id = b.listing_id
             where l.id = any(${listingIds}::bigint[]) and b.status = 'pending'
                and b.fire_at <> least(l.ends_at, l.closed_at) - ${lead}
              order by b.id
               for no key update of b) moved
     where bids.id = moved.id
    returning bids.id as "bidId", bids.listing_id as "listingId", bids.account_id as "accountId", moved.previous_end as "previousEnd"`.execute(
    tx,
  )
  await announceChanges(
    tx,
    rows.map(({ accountId, bidId }) => ({ what: 'bid', accountId, bidId })),
  )
  return rows
}

type StoredReading = { listing: ListingRow; reading: Pick<ItemReading, 'clock'> }

/**
 * Logs each moved end with its snipe. Called in the transaction that moves the fire times, so that each move is logged
 * once, however many readings show it. A close is not logged here: the engine logs how the snipe ended.
 */
export async function logMovedEnds(tx: Tx, moved: MovedSnipe[], readings: readonly StoredReading[]) {
  const byListing = new Map(readings.map((stored) => [stored.listing.id, stored]))
  const events = moved.flatMap(({ bidId, listingId, previousEnd }) => {
    const { listing, reading } = byListing.get(listingId) ?? {}
    if (!listing || !reading || listing.closed_at) return []
    const detail = { kind: 'end_moved' as const, from: previousEnd.getTime(), to: listing.ends_at.getTime() }
    const at = reading.clock.siteTime
    return [{ key: randomUUID(), bidId, at, uncertaintyMs: null, engineId: null, fence: null, detail }]
  })
  await recordBidEvents(tx, events)
}
