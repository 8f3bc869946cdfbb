import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import type { BidEvent } from '../../bids/log/bid-event.ts'
import { DUE_NOW } from '../../bids/preflight-due.ts'
import type { ItemReading } from '../../marketplace/marketplace.ts'
import type { ListingRow, Tx } from '../../platform/database/tables.ts'

/** A snipe whose fire time moved, and the auction end that it was based on before. */
type MovedSnipe = { bidId: number; accountId: number; listingId: number; previousEnd: Date }
type StoredReading = { listing: ListingRow; reading: Pick<ItemReading, 'clock'> }

/**
 * Sets the fire time of every pending snipe to the end less its lead, announces the changes, and logs those that one of the
 * readings shows. If a listing closed before its end, its snipes are due at once: the engine then finishes them with the
 * reason.
 */
export async function moveFireTimes(tx: Tx, listingIds: number[], readings: readonly StoredReading[]): Promise<void> {
  const lead = sql`make_interval(secs => b.seconds_before_end)`
  const { rows } = await sql<MovedSnipe>`
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
  await afterBidChange(tx, rows, movedEnds(rows, readings))
}

/**
 * Each moved end, as an event of its snipe. It is logged in the transaction that moves the fire times: once, however many
 * readings show it. A close is no event here: the engine logs how the snipe ended.
 */
function movedEnds(moved: readonly MovedSnipe[], readings: readonly StoredReading[]): BidEvent[] {
  const byListing = new Map(readings.map((stored) => [stored.listing.id, stored]))
  return moved.flatMap(({ bidId, listingId, previousEnd }) => {
    const { listing, reading } = byListing.get(listingId) ?? {}
    if (!listing || !reading || listing.closed_at) return []
    const detail = { kind: 'end_moved' as const, from: previousEnd.getTime(), to: listing.ends_at.getTime() }
    const at = reading.clock.siteTime
    return [{ key: randomUUIDv7(), bidId, at, uncertaintyMs: null, engineId: null, fence: null, detail }]
  })
}
