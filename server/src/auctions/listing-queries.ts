import { sql } from 'kysely'
import { announceChange } from '../changes/announce-change.ts'
import type { ItemReading } from '../marketplace/marketplace.ts'
import type { Db, ListingRow, Tx } from '../platform/database/tables.ts'
import { decideClose } from './decide-close.ts'
import { logMovedEnds, moveFireTimes } from './move-fire-times.ts'
import { isTracked, isWatched, nextCheckAt } from './plan-next-check.ts'
import { recheckCrossed } from './recheck-crossed.ts'

export async function findListing(db: Db, siteId: string, auctionId: string): Promise<ListingRow | undefined> {
  return db
    .selectFrom('listings')
    .selectAll()
    .where('marketplace', '=', siteId)
    .where('auction_id', '=', auctionId)
    .executeTakeFirst()
}

/**
 * Writes what a reading of the site found, wherever it came from: the listing, a new step of its price, the moment to
 * fire of its pending snipes if the end moved, with a line in their logs, and when to look again. Announces the change.
 * `now` is this machine's wall clock, epoch ms.
 */
export async function writeReading(tx: Tx, siteId: string, reading: ItemReading, now: number): Promise<ListingRow> {
  const before = await tx
    .selectFrom('listings as l')
    .selectAll()
    .select([isTracked.as('is_tracked'), isWatched(now).as('is_watched')])
    .where('l.marketplace', '=', siteId)
    .where('l.auction_id', '=', reading.auctionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before && isOutOfDate(before, reading)) return before

  const listing = await upsertListing(tx, siteId, before, reading, now)
  await addPriceStep(tx, before, listing, now)
  await logMovedEnds(tx, await moveFireTimes(tx, listing.id), listing, reading.clock.siteTime)
  if (before) await recheckCrossed(tx, listing, before)
  await announceChange(tx, { what: 'listing', listingId: listing.id })
  return listing
}

/** The site has no such item any more. `siteNow` is epoch ms on its clock. */
export async function writeWithdrawal(
  tx: Tx,
  listingId: number,
  { now, siteNow }: { now: number; siteNow: number },
): Promise<ListingRow> {
  const listing = await tx
    .updateTable('listings')
    .set((listing) => ({
      // What was found first about a close stands.
      closed_at: listing.fn.coalesce('closed_at', sql.val(new Date(siteNow))),
      closed_because: listing.fn.coalesce('closed_because', sql.val('withdrawn' as const)),
      next_check_at: null,
      reading_until: null,
      check_failures: 0,
      check_error: null,
      last_checked_at: new Date(now),
      updated_at: new Date(now),
    }))
    .where('id', '=', listingId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await moveFireTimes(tx, listingId)
  await announceChange(tx, { what: 'listing', listingId })
  return listing
}

/** Who cares for a listing. */
type Interest = { is_tracked: boolean; is_watched: boolean }

/** So long a reading may be on its way here. A site's clock that goes back by more was set. */
const LATE_BY_AT_MOST_MS = 60_000

/** Somebody else has seen more of it since. */
function isOutOfDate({ seen_at }: ListingRow, { clock }: ItemReading): boolean {
  const lateByMs = (seen_at?.getTime() ?? 0) - clock.siteTime
  return lateByMs > clock.grainMs && lateByMs < LATE_BY_AT_MOST_MS
}

async function upsertListing(
  tx: Tx,
  siteId: string,
  before: (ListingRow & Interest) | undefined,
  reading: ItemReading,
  now: number,
): Promise<ListingRow> {
  const close = decideClose(before ? knownOf(before) : null, reading)
  const found = {
    seller_id: reading.sellerId,
    title: reading.title,
    seller: reading.seller,
    category: reading.category,
    item_condition: reading.condition,
    description: reading.description,
    image_urls: reading.imageUrls,
    starting_price_cents: reading.startingPriceCents,
    current_price_cents: reading.currentPriceCents,
    minimum_bid_cents: reading.minimumBidCents,
    bid_increment_cents: reading.bidIncrementCents,
    bid_count: reading.bidCount,
    shipping_cents: reading.shippingCents,
    handling_cents: reading.handlingCents,
    pickup_only: reading.pickupOnly,
    ends_at: new Date(reading.endsAt),
    ends_at_ambiguous: reading.endsAtAmbiguous,
    closed_at: close && new Date(close.closedAt),
    closed_because: close && close.because,
    reading_until: null,
    check_failures: 0,
    check_error: null,
    seen_at: new Date(reading.clock.siteTime),
    last_checked_at: new Date(now),
    updated_at: new Date(now),
    // Whoever begins to track an item that nobody did sets it anew.
    ...(before && { next_check_at: nextCheckAfter(reading, before, now) }),
  }
  return tx
    .insertInto('listings')
    .values({ marketplace: siteId, auction_id: reading.auctionId, created_at: new Date(now), ...found })
    .onConflict((conflict) => conflict.columns(['marketplace', 'auction_id']).doUpdateSet(found))
    .returningAll()
    .executeTakeFirstOrThrow()
}

function nextCheckAfter({ endsAt, closed, clock }: ItemReading, interest: Interest, now: number): Date | null {
  const { is_tracked: tracked, is_watched: watched } = interest
  return nextCheckAt({ endsAt, closed, failures: 0, tracked, watched }, { now, siteNow: clock.siteTime })
}

function knownOf(row: ListingRow) {
  const close =
    row.closed_at && row.closed_because ? { closedAt: row.closed_at.getTime(), because: row.closed_because } : null
  return { endsAt: row.ends_at.getTime(), close }
}

async function addPriceStep(tx: Tx, before: ListingRow | undefined, listing: ListingRow, now: number) {
  const unchanged =
    before?.current_price_cents === listing.current_price_cents && before.bid_count === listing.bid_count
  if (unchanged) return
  await tx
    .insertInto('listing_prices')
    .values({
      listing_id: listing.id,
      at: new Date(now),
      price_cents: listing.current_price_cents,
      bid_count: listing.bid_count,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
