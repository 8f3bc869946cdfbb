import { sql } from 'kysely'
import type { ItemReading } from '../../marketplace/marketplace.ts'
import type { ClosedAuctionRow, ListingRow, Tx } from '../../platform/database/tables.ts'
import { pricesBeforeEnd } from './price-before-end.ts'

type Written = { before: ListingRow | null; reading: ItemReading; listing: ListingRow }

/**
 * Keeps what readings show of auctions that have closed, one row per auction, in the transaction that stores the readings: the
 * locked listings make readings of one auction take turns. An auction that was never seen open is left out: how it closed is not
 * known. `now` is epoch ms on this machine's wall clock.
 */
export async function archiveClosedAuctions(tx: Tx, written: readonly Written[], now: number): Promise<void> {
  const closed = written.filter(({ listing, reading }) => listing.closed_at && !reading.fixedPrice)
  for (const { before, reading, listing } of closed) {
    const auction = { ...identityOf(listing), ...shownBy(reading), ...(await pricesOf(tx, { reading, listing }, now)) }
    await store(tx, auction, before?.closed_at === null)
  }
}

/** What stands in place of a title that the site does not show legibly. */
export const untitled = (auctionId: string): string => `Item ${auctionId}`

/** Keeps an auction that the site no longer has: no reading tells how it went on. */
export async function archiveWithdrawnAuction(tx: Tx, before: ListingRow, listing: ListingRow): Promise<void> {
  const title = listing.title === untitled(listing.auction_id) ? null : listing.title
  const auction = { ...NOT_TOLD, ...identityOf(listing), title, shipping_cents: listing.shipping_cents }
  await store(tx, auction, before.closed_at === null)
}

const NOT_TOLD = {
  starting_price_cents: null,
  final_price_cents: null,
  bid_increment_cents: null,
  bid_count: null,
  bidder_count: null,
  second_amount_cents: null,
  third_amount_cents: null,
  price_day_before_cents: null,
  price_hour_before_cents: null,
  price_quarter_hour_before_cents: null,
  ended_at: null,
}

function identityOf(listing: ListingRow) {
  const { marketplace, auction_id, category, seller_id, seller, closed_reason } = listing
  return { marketplace, auction_id, category, seller_id, seller, closed_reason: closed_reason ?? ('ended' as const) }
}

/** Values of the listing are not taken: where the site is silent, it keeps what was known or assumed before. */
function shownBy(reading: ItemReading) {
  const { bidders } = reading
  return {
    title: reading.title,
    starting_price_cents: reading.startingPriceCents,
    final_price_cents: reading.currentPriceCents,
    bid_increment_cents: reading.bidIncrementCents,
    bid_count: reading.bidCount,
    bidder_count: bidders && bidders.count,
    second_amount_cents: bidders?.amountsCents[1] ?? null,
    third_amount_cents: bidders?.amountsCents[2] ?? null,
    shipping_cents: reading.shippingCents,
  }
}

/** The end and the prices before it. An early close for which the site still shows the announced end has no known end. */
async function pricesOf(tx: Tx, { reading, listing }: Pick<Written, 'reading' | 'listing'>, now: number) {
  const { price_day_before_cents, price_hour_before_cents, price_quarter_hour_before_cents } = NOT_TOLD
  const unknown = { price_day_before_cents, price_hour_before_cents, price_quarter_hour_before_cents, ended_at: null }
  const { siteTime } = reading.clock
  const isOver = listing.closed_reason === 'ended' || reading.endsAt <= siteTime
  if (!isOver || reading.endsAtAmbiguous) return unknown

  const steps = await tx
    .selectFrom('listing_prices')
    .select(['at', 'price_cents', 'previous_seen_at'])
    .where('listing_id', '=', listing.id)
    .orderBy('at')
    .execute()
  const history = {
    steps: steps.map((step) => ({
      at: step.at.getTime(),
      priceCents: step.price_cents,
      previousSeenAt: step.previous_seen_at && step.previous_seen_at.getTime(),
    })),
    readAt: now,
  }
  // The steps have this machine's time, and the end has the site's.
  const endedAt = reading.endsAt - siteTime + now
  return { ...pricesBeforeEnd(history, endedAt), ended_at: new Date(reading.endsAt) }
}

/** `wasOpen`: the listing was open until now, so a stored row is of a close that the site has taken back. */
async function store(tx: Tx, auction: ClosedAuctionRow, wasOpen: boolean): Promise<void> {
  const stored = await tx
    .selectFrom('closed_auctions')
    .selectAll()
    .where('marketplace', '=', auction.marketplace)
    .where('auction_id', '=', auction.auction_id)
    .executeTakeFirst()
  if (!stored && !wasOpen) return
  const row = stored && !wasOpen ? mergeReadings(stored, auction) : auction
  const columns = Object.keys(row).filter((column) => column !== 'marketplace' && column !== 'auction_id')
  await tx
    .insertInto('closed_auctions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['marketplace', 'auction_id'])
        .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))),
    )
    .execute()
}

/**
 * What two readings of a closed auction tell together. The later one corrects the earlier one only if it shows more bids;
 * otherwise it only adds what the earlier one did not tell. Neither takes a value away. How the auction closed stays. Pure.
 */
function mergeReadings(earlier: ClosedAuctionRow, later: ClosedAuctionRow): ClosedAuctionRow {
  const correct = (later.bid_count ?? 0) > (earlier.bid_count ?? 0)
  const [first, second] = correct ? [later, earlier] : [earlier, later]
  const told = Object.entries(first).filter(([, value]) => value !== null)
  return { ...second, ...Object.fromEntries(told), closed_reason: earlier.closed_reason }
}
