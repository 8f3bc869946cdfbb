import { sql } from 'kysely'
import { announceChanges } from '../changes/announce-change.ts'
import type { ItemReading } from '../marketplace/marketplace.ts'
import type { ListingRow, Tx } from '../platform/database/tables.ts'
import { decideClose } from './decide-close.ts'
import { logMovedEnds, moveFireTimes } from './move-fire-times.ts'
import { isTracked, isWatched, nextCheckAt } from './plan-next-check.ts'
import { recheckCrossed } from './recheck-crossed.ts'

/**
 * Writes what readings of the site found, wherever they came from: the listings, new steps of their prices, the moments
 * to fire of their pending snipes if an end moved, with a line in their logs, and when to look again. Announces the
 * changes. Answers the listings by the site's ids. `now` is this machine's wall clock, epoch ms.
 */
export async function writeReadings(
  tx: Tx,
  siteId: string,
  readings: readonly ItemReading[],
  now: number,
): Promise<Map<string, ListingRow>> {
  const known = await lockListings(
    tx,
    siteId,
    readings.map(({ auctionId }) => auctionId),
    now,
  )
  const listings = new Map<string, ListingRow>(known)
  const news = latestOfEach(readings)
    .map((reading): News => ({ reading, before: known.get(reading.auctionId) ?? null }))
    .filter(({ reading, before }) => !before || !isOutOfDate(before, reading))

  for (const listing of await updateKnown(tx, news, now)) listings.set(listing.auction_id, listing)
  for (const { reading } of news.filter(isNew))
    listings.set(reading.auctionId, await insertNew(tx, siteId, reading, now))
  const found = news.flatMap(({ reading, before }) => {
    const listing = listings.get(reading.auctionId)
    return listing ? [{ reading, before, listing }] : []
  })
  await addPriceSteps(tx, found, now)
  const moved = await moveFireTimes(
    tx,
    found.map(({ listing }) => listing.id),
  )
  await logMovedEnds(tx, moved, found)
  for (const { before, listing } of found) if (before) await recheckCrossed(tx, listing, before)
  await announceChanges(
    tx,
    found.map(({ listing }) => ({ what: 'listing', listingId: listing.id })),
  )
  return listings
}

export async function writeReading(tx: Tx, siteId: string, reading: ItemReading, now: number): Promise<ListingRow> {
  const listing = (await writeReadings(tx, siteId, [reading], now)).get(reading.auctionId)
  if (!listing) throw new Error('What was read was not written')
  return listing
}

type Known = ListingRow & { is_tracked: boolean; is_watched: boolean }
type News = { reading: ItemReading; before: Known | null }

const isNew = ({ before }: News) => before === null

const latestOfEach = (readings: readonly ItemReading[]): ItemReading[] => [
  ...new Map(
    readings
      .toSorted((a, b) => a.clock.siteTime - b.clock.siteTime)
      .map((reading) => [reading.auctionId, reading] as const),
  ).values(),
]

/** In one order for all who write several, so that no two wait for each other. */
async function lockListings(tx: Tx, siteId: string, auctionIds: string[], now: number): Promise<Map<string, Known>> {
  const rows = await tx
    .selectFrom('listings as l')
    .selectAll()
    .select([isTracked.as('is_tracked'), isWatched(now).as('is_watched')])
    .where('l.marketplace', '=', siteId)
    .where('l.auction_id', '=', sql<string>`any(${auctionIds}::text[])`)
    .orderBy('l.id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.auction_id, row]))
}

/** So long a reading may be on its way here. A site's clock that goes back by more was set. */
const LATE_BY_AT_MOST_MS = 60_000

/** Somebody else has seen more of it since. */
function isOutOfDate({ observed_at }: ListingRow, { clock }: ItemReading): boolean {
  const lateByMs = (observed_at?.getTime() ?? 0) - clock.siteTime
  return lateByMs > clock.resolutionMs && lateByMs < LATE_BY_AT_MOST_MS
}

async function updateKnown(tx: Tx, news: News[], now: number): Promise<ListingRow[]> {
  const rows = news.flatMap(({ reading, before }) =>
    before
      ? [{ id: before.id, next_check_at: nextCheckAfter(reading, before, now), ...found(reading, before, now) }]
      : [],
  )
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first).filter((column) => column !== 'id')
  const changes = columns.map((column) => sql`${sql.ref(column)} = seen.${sql.ref(column)}`)
  const { rows: written } = await sql<ListingRow>`
    update listings l set ${sql.join(changes)}
      from jsonb_populate_recordset(null::listings, ${JSON.stringify(rows)}::jsonb) seen
     where l.id = seen.id
    returning l.*`.execute(tx)
  return written
}

/** Whoever begins to track it plans the next look. */
async function insertNew(tx: Tx, siteId: string, reading: ItemReading, now: number): Promise<ListingRow> {
  const seen = found(reading, null, now)
  return tx
    .insertInto('listings')
    .values({ marketplace: siteId, auction_id: reading.auctionId, created_at: new Date(now), ...seen })
    .onConflict((conflict) => conflict.columns(['marketplace', 'auction_id']).doUpdateSet(seen))
    .returningAll()
    .executeTakeFirstOrThrow()
}

function found(reading: ItemReading, before: Known | null, now: number) {
  const close = decideClose(before && knownOf(before), reading)
  return {
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
    closed_reason: close && close.because,
    read_claimed_until: null,
    check_failures: 0,
    check_error: null,
    observed_at: new Date(reading.clock.siteTime),
    last_checked_at: new Date(now),
    updated_at: new Date(now),
  }
}

function nextCheckAfter({ endsAt, closed, clock }: ItemReading, before: Known, now: number): Date | null {
  const { is_tracked: tracked, is_watched: watched } = before
  return nextCheckAt({ endsAt, closed, failures: 0, tracked, watched }, { now, siteNow: clock.siteTime })
}

function knownOf(row: ListingRow) {
  const close =
    row.closed_at && row.closed_reason ? { closedAt: row.closed_at.getTime(), because: row.closed_reason } : null
  return { endsAt: row.ends_at.getTime(), close }
}

type Found = News & { listing: ListingRow }

async function addPriceSteps(tx: Tx, found: Found[], now: number) {
  const steps = found.filter(
    ({ before, listing }) =>
      before?.current_price_cents !== listing.current_price_cents || before.bid_count !== listing.bid_count,
  )
  if (steps.length === 0) return
  await tx
    .insertInto('listing_prices')
    .values(
      steps.map(({ listing }) => ({
        listing_id: listing.id,
        at: new Date(now),
        price_cents: listing.current_price_cents,
        bid_count: listing.bid_count,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
