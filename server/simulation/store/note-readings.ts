import { decideClose } from '../../src/auctions/listings/decide-close.ts'
import { isStale } from '../../src/auctions/listings/is-stale.ts'
import type { ItemReading } from '../../src/marketplace/marketplace.ts'
import { releaseGrant } from './grant-bids.ts'
import { endOf, logOwnEvent, type ModelDatabase, type ModelListing } from './model-database.ts'

export type Reading = Pick<
  ItemReading,
  'auctionId' | 'currentPriceCents' | 'minimumBidCents' | 'endsAt' | 'closed' | 'clock'
>

/** Writes what the site showed of listings, the latest of each, and moves the pending bids on them. */
export function noteReadings(database: ModelDatabase, readings: readonly Reading[]) {
  const bySiteTime = readings.toSorted((a, b) => a.clock.siteTime - b.clock.siteTime)
  for (const reading of new Map(bySiteTime.map((it) => [it.auctionId, it])).values()) {
    const listing = database.listings.get(reading.auctionId)
    if (!listing || isStale(listing.observedAt, reading.clock)) continue
    listing.close = decideClose(listing, reading)
    listing.endsAt = reading.endsAt
    listing.priceCents = reading.currentPriceCents
    listing.nextBidCents = reading.minimumBidCents
    listing.observedAt = reading.clock.siteTime
    moveBids(database, listing, reading.clock.siteTime)
    releaseBeatenBids(database, listing, reading.clock.siteTime)
  }
}

/** A price above the maximum of a bid that the site has accepted proves that it is lost. */
function releaseBeatenBids(database: ModelDatabase, listing: ModelListing, at: number) {
  for (const bid of database.bids.values()) {
    const isOver = listing.close?.reason === 'ended' && bid.status === 'pending' && bid.lockedInAt !== null
    const isOut = bid.groupId !== null && bid.grantedAt !== null && bid.grantedAt < at && bid.released === null
    if (bid.auctionId !== listing.auctionId || !isOut || !(bid.status === 'executed' || isOver)) continue
    if (listing.priceCents > bid.maxBidCents)
      releaseGrant(database, bid, { at, because: 'price_above_max' }, listing.priceCents)
  }
}

/** A close is no move: the engine logs how the bid ended. */
function moveBids(database: ModelDatabase, listing: ModelListing, at: number) {
  for (const bid of database.bids.values()) {
    const fireAt = endOf(listing) - bid.leadMs
    if (bid.auctionId !== listing.auctionId || bid.status !== 'pending' || bid.fireAt === fireAt) continue
    const from = bid.fireAt + bid.leadMs
    bid.fireAt = fireAt
    if (listing.close) continue
    logOwnEvent(database, bid, {
      at,
      engineId: null,
      fence: null,
      detail: { kind: 'end_moved', from, to: listing.endsAt },
    })
  }
}
