import type { WireAuction, AuctionStatus, PricePoint } from './auction.ts'
import type { WireBid, BidOutcome, BidStage, BidStatus } from './bid.ts'
import type { PreflightFinding } from './preflight.ts'

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
  category: string | null
  description: string | null
  imageUrls: string[]
  bidTimingPreference: string
  bidIncrement: number
  minimumBid: number
  itemUrl: string
  priceHistory: { at: number; price: number; bidCount: number }[]
  closedBecause: WireAuction['closed_because']
  checkError: string | null
  lastCheckedAt: number
  createdAt: number
  updatedAt: number
}

export type Bid = {
  id: number
  auctionId: string
  trackedAuctionId: number
  userId: number
  title: string
  maxBid: number
  secondsBeforeEnd: number
  status: BidStatus
  stage: BidStage
  outcome: BidOutcome | null
  /** Since when it is unknown whether a sent bid counts; null unless `stage` is `checking`. */
  checkingSince: number | null
  fireAt: number
  finalPrice: number | null
  executedAt: number | null
  errorDetail: string | null
  /** Null before the first preflight check. The most severe finding comes first. */
  preflight: { checkedAt: number; findings: PreflightFinding[] } | null
  createdAt: number
  updatedAt: number
}

export function auctionFromWire(wire: WireAuction): Auction {
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
    category: wire.category,
    description: wire.description,
    imageUrls: wire.image_urls,
    bidTimingPreference: wire.bid_timing_preference,
    bidIncrement: wire.bid_increment,
    minimumBid: wire.minimum_bid,
    itemUrl: wire.item_url,
    priceHistory: wire.price_history.map(pricePointFromWire),
    closedBecause: wire.closed_because,
    checkError: wire.check_error,
    lastCheckedAt: Date.parse(wire.last_checked_at),
    createdAt: Date.parse(wire.created_at),
    updatedAt: Date.parse(wire.updated_at),
  }
}

const pricePointFromWire = (wire: PricePoint) => ({
  at: Date.parse(wire.at),
  price: wire.price,
  bidCount: wire.bid_count,
})

export function bidFromWire(wire: WireBid): Bid {
  return {
    id: wire.id,
    auctionId: wire.auction_id,
    trackedAuctionId: wire.tracked_auction_id,
    userId: wire.user_id,
    title: wire.title,
    maxBid: wire.max_bid,
    secondsBeforeEnd: wire.seconds_before_end,
    status: wire.status,
    stage: wire.stage,
    outcome: wire.outcome,
    checkingSince: wire.checking_since === null ? null : Date.parse(wire.checking_since),
    fireAt: Date.parse(wire.fire_at),
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
