import type { AuctionStatus, ClosedBecause, CompleteAuction, PricePoint, WireAuction } from './auctions/auction.ts'
import type { WireClosedAuction } from './auctions/closed-auction.ts'
import type { GroupOfBid } from './bids/bid-group.ts'
import type { WireBid, BidOutcome, BidPhase, BidStatus } from './bids/bid.ts'
import type { DeliveredPrice } from './bids/delivered-price.ts'
import type { PreflightFinding } from './bids/preflight.ts'

/** Converts the API's snake_case records to the browser's camelCase. Instants become epoch ms. No other file does. */

export type Auction = {
  id: number
  auctionId: string
  userId: number
  title: string
  currentBid: number
  maxBid: number | null
  endsOn: number
  endTimePT: string
  endAmbiguous: boolean
  status: AuctionStatus
  bidCount: number
  seller: string | null
  shippingCost: number | null
  handlingCost: number
  pickupOnly: boolean
  itemCondition: string | null
  /** The site's category alone; empty without one. */
  categories: string[]
  description: string | null
  imageUrls: string[]
  bidTimingPreference: string
  bidIncrement: number
  minimumBid: number
  itemUrl: string
  priceHistory: { at: number; price: number; bidCount: number }[]
  closedBecause: WireAuction['closed_because']
  checkError: string | null
  /** Until then only urgent alerts of it go out; null: all do. */
  alertsMutedUntil: number | null
  /** The user's own; empty for none. */
  note: string
  labels: string[]
  lastCheckedAt: number
  createdAt: number
  updatedAt: number
}

/** What the site told of an auction after its close, dollars; null is what it did not tell. */
export type ClosedAuction = {
  closedBecause: ClosedBecause
  endedAt: number | null
  startingPrice: number | null
  finalPrice: number | null
  bidIncrement: number | null
  bidCount: number | null
  bidderCount: number | null
  secondAmount: number | null
  thirdAmount: number | null
  priceDayBefore: number | null
  priceHourBefore: number | null
  priceQuarterHourBefore: number | null
  shippingCost: number | null
}

export type Bid = {
  id: number
  auctionId: string
  trackedAuctionId: number
  userId: number
  title: string
  maxBid: number
  /** How the maximum follows from a delivered price; null for a bid whose maximum was set itself. Dollars. */
  delivered: DeliveredPrice | null
  secondsBeforeEnd: number
  status: BidStatus
  phase: BidPhase
  outcome: BidOutcome | null
  /** Since when it is unknown whether a sent bid counts; null unless `phase` is `checking`. */
  checkingSince: number | null
  /** The page of the closed auction showed the user as its leader. */
  ledAtClose: boolean
  fireAt: number
  /** The backup from which the bid was restored; null unless `phase` is `restored`. */
  restored: { takenAt: number; isNotAtSite: boolean } | null
  /** The group that the bid is in; null for a single bid. */
  group: GroupOfBid | null
  finalPrice: number | null
  executedAt: number | null
  errorDetail: string | null
  /** Null before the first preflight check. The most severe finding comes first. */
  preflight: { checkedAt: number; findings: PreflightFinding[] } | null
  createdAt: number
  updatedAt: number
}

export function auctionFromWire(received: WireAuction): Auction {
  const wire = completeAuction(received)
  return {
    id: wire.id,
    auctionId: wire.auction_id,
    userId: wire.user_id,
    title: wire.title,
    currentBid: wire.current_bid,
    maxBid: wire.max_bid,
    endsOn: Date.parse(wire.end_time),
    endTimePT: wire.end_time_pt,
    endAmbiguous: wire.end_time_ambiguous,
    status: wire.status,
    bidCount: wire.bid_count,
    seller: wire.seller,
    shippingCost: wire.shipping_cost,
    handlingCost: wire.handling_cost,
    pickupOnly: wire.pickup_only,
    itemCondition: wire.item_condition,
    categories: wire.category === null ? [] : [wire.category],
    description: wire.description,
    imageUrls: wire.image_urls,
    bidTimingPreference: wire.bid_timing_preference,
    bidIncrement: wire.bid_increment,
    minimumBid: wire.minimum_bid,
    itemUrl: wire.item_url,
    priceHistory: wire.price_history.map(pricePointFromWire),
    closedBecause: wire.closed_because,
    checkError: wire.check_error,
    alertsMutedUntil: wire.alerts_muted_until === null ? null : Date.parse(wire.alerts_muted_until),
    note: wire.note,
    labels: wire.labels,
    lastCheckedAt: Date.parse(wire.last_checked_at),
    createdAt: Date.parse(wire.created_at),
    updatedAt: Date.parse(wire.updated_at),
  }
}

/** The step between bids where a server names none, dollars. */
const DEFAULT_INCREMENT = 1

/**
 * Fills in what a server has left out: from a field's older name, or from the other fields. `WireAuction` requires the end
 * under one of its two names.
 */
function completeAuction({ ends_on, image_url, last_updated, ...wire }: WireAuction): CompleteAuction {
  const increment = wire.bid_increment ?? DEFAULT_INCREMENT
  return {
    ...wire,
    end_time: wire.end_time ?? ends_on ?? '',
    image_urls: wire.image_urls ?? (image_url === undefined ? [] : [image_url]),
    last_checked_at: wire.last_checked_at ?? last_updated ?? wire.updated_at,
    bid_increment: increment,
    minimum_bid:
      wire.minimum_bid ??
      (wire.bid_count === 0 ? wire.current_bid : Math.round((wire.current_bid + increment) * 100) / 100),
  }
}

const pricePointFromWire = (wire: PricePoint) => ({
  at: Date.parse(wire.at),
  price: wire.price,
  bidCount: wire.bid_count,
})

export const closedAuctionFromWire = (wire: WireClosedAuction): ClosedAuction => ({
  closedBecause: wire.closed_because,
  endedAt: wire.ended_at === null ? null : Date.parse(wire.ended_at),
  startingPrice: wire.starting_price,
  finalPrice: wire.final_price,
  bidIncrement: wire.bid_increment,
  bidCount: wire.bid_count,
  bidderCount: wire.bidder_count,
  secondAmount: wire.second_amount,
  thirdAmount: wire.third_amount,
  priceDayBefore: wire.price_day_before,
  priceHourBefore: wire.price_hour_before,
  priceQuarterHourBefore: wire.price_quarter_hour_before,
  shippingCost: wire.shipping_cost,
})

export function bidFromWire(wire: WireBid): Bid {
  return {
    id: wire.id,
    auctionId: wire.auction_id,
    trackedAuctionId: wire.tracked_auction_id,
    userId: wire.user_id,
    title: wire.title,
    maxBid: wire.max_bid,
    delivered: wire.delivered,
    secondsBeforeEnd: wire.seconds_before_end,
    status: wire.status,
    phase: wire.phase,
    outcome: wire.outcome,
    ledAtClose: wire.led_at_close,
    checkingSince: wire.checking_since === null ? null : Date.parse(wire.checking_since),
    fireAt: Date.parse(wire.fire_at),
    restored: wire.restored && {
      takenAt: Date.parse(wire.restored.taken_at),
      isNotAtSite: wire.restored.is_not_at_site,
    },
    group: wire.group,
    finalPrice: wire.final_price,
    executedAt: wire.executed_at === null ? null : Date.parse(wire.executed_at),
    errorDetail: wire.error_detail,
    preflight: wire.preflight && {
      checkedAt: Date.parse(wire.preflight.checked_at),
      findings: wire.preflight.findings,
    },
    createdAt: Date.parse(wire.created_at),
    updatedAt: Date.parse(wire.updated_at),
  }
}
