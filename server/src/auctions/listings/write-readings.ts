import { sql } from 'kysely'
import { followListing } from '../../bids/delivered-price/follow-costs.ts'
import { differInCosts } from '../../bids/delivered-price/listing-costs.ts'
import { DUE_NOW } from '../../bids/preflight-due.ts'
import type { ItemReading } from '../../marketplace/marketplace.ts'
import { announceChanges } from '../../platform/changes/announce-change.ts'
import type { ListingRow, Tx } from '../../platform/database/tables.ts'
import { archiveClosedAuctions, untitled } from '../closed-auctions/archive-closed-auctions.ts'
import { decideClose } from './decide-close.ts'
import { isStale } from './is-stale.ts'
import { moveFireTimes } from './move-fire-times.ts'
import { notifyTrackers } from './notify-trackers.ts'
import { hasBidsOfGroups, releaseBeatenBids } from './release-beaten-bids.ts'
import { isTracked, isWatched, nextCheckAt } from './set-next-check-due.ts'

/**
 * Stores item readings of any origin: updates or inserts the listings, adds price steps, archives closed auctions, moves and
 * logs the fire times of pending snipes, tells groups which of their bids a price has beaten, plans the next checks and announces the changes. Returns the listings by the site's ids. `now` is
 * epoch ms on this machine's wall clock.
 */
export async function writeReadings(
  tx: Tx,
  siteId: string,
  readings: readonly ItemReading[],
  now: number,
): Promise<Map<string, ListingRow>> {
  const locked = await lockListings(
    tx,
    siteId,
    readings.map(({ auctionId }) => auctionId),
    now,
  )
  const listings = new Map<string, ListingRow>(locked)
  const updates = latestOfEach(readings)
    .map((reading): Update => ({ reading, before: locked.get(reading.auctionId) ?? null }))
    .filter(({ reading, before }) => !before || !isStale(before.observed_at?.getTime() ?? null, reading.clock))

  for (const listing of await updateListings(tx, updates, now)) listings.set(listing.auction_id, listing)
  for (const { reading } of updates.filter(isNew))
    listings.set(reading.auctionId, await insertListing(tx, siteId, reading, now))
  const written = updates.flatMap(({ reading, before }) => {
    const listing = listings.get(reading.auctionId)
    return listing ? [{ reading, before, listing }] : []
  })
  await addPriceSteps(tx, written, now)
  await archiveClosedAuctions(tx, written, now)
  await moveFireTimes(
    tx,
    written.map(({ listing }) => listing.id),
    written,
  )
  await releaseBeatenBids(
    tx,
    written.filter(({ before }) => before?.has_bids_of_groups).map(({ listing }) => listing),
  )
  for (const { before, listing } of written) if (before) await recheckCrossedBids(tx, listing, before)
  for (const { reading, before, listing } of written) {
    if (before && differInCosts(before, listing)) await followListing(tx, listing.id, reading.clock.siteTime)
  }
  await notifyTrackers(tx, written)
  await announceChanges(
    tx,
    written.map(({ listing }) => ({ what: 'listing', listingId: listing.id })),
  )
  return listings
}

export async function writeReading(tx: Tx, siteId: string, reading: ItemReading, now: number): Promise<ListingRow> {
  const listing = (await writeReadings(tx, siteId, [reading], now)).get(reading.auctionId)
  if (!listing) throw new Error(`The reading of item ${reading.auctionId} was not stored`)
  return listing
}

type LockedListing = ListingRow & { is_tracked: boolean; is_watched: boolean; has_bids_of_groups: boolean }
type Update = { reading: ItemReading; before: LockedListing | null }

const isNew = ({ before }: Update) => before === null

const latestOfEach = (readings: readonly ItemReading[]): ItemReading[] => [
  ...new Map(
    readings
      .toSorted((a, b) => a.clock.siteTime - b.clock.siteTime)
      .map((reading) => [reading.auctionId, reading] as const),
  ).values(),
]

/** Locks in the order of ids, so that concurrent writers of several listings cannot deadlock. */
async function lockListings(
  tx: Tx,
  siteId: string,
  auctionIds: string[],
  now: number,
): Promise<Map<string, LockedListing>> {
  const rows = await tx
    .selectFrom('listings as l')
    .selectAll()
    .select([isTracked.as('is_tracked'), isWatched(now).as('is_watched'), hasBidsOfGroups.as('has_bids_of_groups')])
    .where('l.marketplace', '=', siteId)
    .where('l.auction_id', '=', sql<string>`any(${auctionIds}::text[])`)
    .orderBy('l.id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.auction_id, row]))
}

async function updateListings(tx: Tx, updates: Update[], now: number): Promise<ListingRow[]> {
  const rows = updates.flatMap(({ reading, before }) =>
    before
      ? [{ id: before.id, next_check_at: nextCheckAfter(reading, before, now), ...columnsOf(reading, before, now) }]
      : [],
  )
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first).filter((column) => column !== 'id')
  const changes = columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`)
  const { rows: updated } = await sql<ListingRow>`
    update listings l set ${sql.join(changes)}
      from jsonb_populate_recordset(null::listings, ${JSON.stringify(rows)}::jsonb) changed
     where l.id = changed.id
    returning l.*`.execute(tx)
  return updated
}

/** The next check is planned when a user begins to track the listing. */
async function insertListing(tx: Tx, siteId: string, reading: ItemReading, now: number): Promise<ListingRow> {
  const columns = columnsOf(reading, null, now)
  return tx
    .insertInto('listings')
    .values({ marketplace: siteId, auction_id: reading.auctionId, created_at: new Date(now), ...columns })
    .onConflict((conflict) => conflict.columns(['marketplace', 'auction_id']).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What the site did not show legibly stays as it was before. */
function columnsOf(reading: ItemReading, before: LockedListing | null, now: number) {
  const close = decideClose(before && knownEndOf(before), reading)
  return {
    seller_id: reading.sellerId,
    title: reading.title ?? before?.title ?? untitled(reading.auctionId),
    seller: reading.seller,
    category: reading.category,
    item_condition: reading.condition,
    description: reading.description,
    image_urls: reading.imageUrls,
    starting_price_cents: reading.startingPriceCents ?? before?.starting_price_cents ?? reading.currentPriceCents,
    current_price_cents: reading.currentPriceCents,
    minimum_bid_cents: reading.minimumBidCents,
    bid_increment_cents: reading.bidIncrementCents ?? before?.bid_increment_cents ?? 0,
    bid_count: reading.bidCount ?? before?.bid_count ?? 0,
    shipping_cents: reading.shippingCents,
    handling_cents: reading.handlingCents ?? before?.handling_cents ?? null,
    pickup_only: reading.pickupOnly ?? before?.pickup_only ?? false,
    combines_shipping: reading.combinesShipping ?? before?.combines_shipping ?? null,
    ends_at: new Date(reading.endsAt),
    ends_at_ambiguous: reading.endsAtAmbiguous,
    closed_at: close && new Date(close.closedAt),
    closed_reason: close && close.reason,
    read_claimed_until: null,
    check_failures: 0,
    check_error: null,
    missing_since: null,
    observed_at: new Date(reading.clock.siteTime),
    last_checked_at: new Date(now),
    updated_at: new Date(now),
  }
}

function nextCheckAfter({ endsAt, closed, clock }: ItemReading, before: LockedListing, now: number): Date | null {
  const { is_tracked: tracked, is_watched: watched } = before
  return nextCheckAt({ endsAt, closed, failures: 0, tracked, watched }, { now, siteNow: clock.siteTime })
}

function knownEndOf(row: ListingRow) {
  const close =
    row.closed_at && row.closed_reason ? { closedAt: row.closed_at.getTime(), reason: row.closed_reason } : null
  return { endsAt: row.ends_at.getTime(), close }
}

type Written = Update & { listing: ListingRow }

async function addPriceSteps(tx: Tx, written: Written[], now: number) {
  const steps = written.filter(
    ({ before, listing }) =>
      before?.current_price_cents !== listing.current_price_cents || before.bid_count !== listing.bid_count,
  )
  if (steps.length === 0) return
  await tx
    .insertInto('listing_prices')
    .values(
      steps.map(({ before, listing }) => ({
        listing_id: listing.id,
        at: new Date(now),
        price_cents: listing.current_price_cents,
        bid_count: listing.bid_count,
        previous_seen_at: before && before.last_checked_at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Price = Pick<ListingRow, 'minimum_bid_cents'>

/** Makes preflights due for the bids whose maximum was below the next acceptable bid and now is not, or vice versa. */
async function recheckCrossedBids(tx: Tx, after: ListingRow, before: Price): Promise<void> {
  if (after.minimum_bid_cents === before.minimum_bid_cents) return
  // Bids held by an engine are left out: the engine reads the price itself.
  await sql`
    update bids
       set preflight_due_at = ${DUE_NOW}
     where listing_id = ${after.id} and status = 'pending' and engine_id is null and preflight_at is not null
       and (max_bid_cents < ${after.minimum_bid_cents}) <> (max_bid_cents < ${before.minimum_bid_cents})`.execute(tx)
}
