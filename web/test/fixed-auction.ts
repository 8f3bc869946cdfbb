import {
  type BidEvent,
  messages,
  type Receipt,
  type ScrapedAuction,
  type WireAuction,
  type WireBid,
} from '@bidwell/contract'

/** An auction as the server answers it. */
export type FixedAuction = { auction: WireAuction; bid: WireBid | null }

/** What an auction differs in from an ordinary one. `endsIn` is seconds; `motif` names its picture. */
export type AuctionFields = {
  title: string
  motif: string
  endsIn: number
  auction?: Partial<WireAuction>
  bid?: Partial<WireBid>
}

/** `now` is the instant that all others follow from, epoch ms. */
export type Place = { now: number; houseUrl: string }

const SECOND = 1_000
const FIRST_ITEM = 279_250_100

/** An auction of a fixed answer; `index` tells it from the others. */
export function fixedAuction({ now, houseUrl }: Place, index: number, fields: AuctionFields): FixedAuction {
  const { title, motif, endsIn } = fields
  const after = (seconds: number) => new Date(now + seconds * SECOND).toISOString()
  const ids = { user_id: 1, auction_id: String(FIRST_ITEM + index), title }
  const picture = (view: number) =>
    `${houseUrl}/production/135/Items/10-07-2026/${motif}-${FIRST_ITEM + index}_${view}.jpg`
  const auction: WireAuction = {
    ...ids,
    id: index,
    current_bid: 24,
    max_bid: fields.bid ? 40 : null,
    end_time: after(endsIn),
    end_time_pt: '',
    end_time_ambiguous: false,
    status: 'active',
    bid_count: 3,
    seller: 'Goodwill of the Valleys',
    shipping_cost: null,
    handling_cost: 3,
    pickup_only: false,
    item_condition: 'Used',
    category: 'Collectibles',
    description: 'Sold as found.',
    image_urls: [1, 2, 3].map(picture),
    bid_timing_preference: '5',
    bid_increment: 1,
    minimum_bid: 25,
    item_url: `${houseUrl}/item/${FIRST_ITEM + index}`,
    price_history: [
      { at: after(-90_000), price: 10, bid_count: 1 },
      { at: after(-40_000), price: 18, bid_count: 2 },
      { at: after(-9_000), price: 24, bid_count: 3 },
    ],
    closed_because: endsIn > 0 ? null : 'ended',
    check_error: null,
    alerts_muted_until: null,
    note: '',
    labels: [],
    last_checked_at: after(0),
    created_at: after(-90_000),
    updated_at: after(-60),
    ...fields.auction,
  }
  if (!fields.bid) return { auction, bid: null }
  const lead = fields.bid.seconds_before_end ?? 5
  const bid: WireBid = {
    ...ids,
    id: index,
    tracked_auction_id: index,
    max_bid: 40,
    seconds_before_end: lead,
    status: 'pending',
    phase: 'waiting',
    outcome: null,
    checking_since: null,
    delivered: null,
    led_at_close: false,
    restored: null,
    group: null,
    fire_at: after(endsIn - lead),
    final_price: null,
    executed_at: null,
    error_detail: null,
    preflight: null,
    created_at: after(-80_000),
    updated_at: after(-60),
    ...fields.bid,
  }
  return { auction: { ...auction, max_bid: bid.max_bid }, bid }
}

export const scraped = (auction: WireAuction): ScrapedAuction => ({
  auction_id: auction.auction_id,
  title: auction.title,
  current_bid: auction.current_bid,
  minimum_bid: auction.minimum_bid ?? auction.current_bid,
  bid_increment: auction.bid_increment ?? 1,
  end_time: auction.end_time ?? auction.updated_at,
  status: 'active',
  bid_count: auction.bid_count,
  seller: auction.seller,
  shipping_cost: auction.shipping_cost,
  item_condition: auction.item_condition,
  category: auction.category,
  description: auction.description,
  image_urls: auction.image_urls ?? [],
  bid_timing_preference: auction.bid_timing_preference,
})

/** Of a settled bid, it has all times: the bid was sent at its moment, and answered 23 ms later. */
export function receiptOf(auction: WireAuction, bid: WireBid): Receipt {
  const sentAt = Date.parse(bid.fire_at)
  const after = (ms: number) => (bid.phase === 'settled' ? new Date(sentAt + ms).toISOString() : null)
  const leadMs = bid.seconds_before_end * SECOND
  const scheduled: BidEvent = {
    kind: 'scheduled',
    at: bid.created_at,
    uncertainty_ms: 4,
    message: `Scheduled: up to $${bid.max_bid.toFixed(2)} with ${bid.seconds_before_end} s left.`,
  }
  return {
    bid,
    item_url: auction.item_url,
    image_url: auction.image_urls?.[0] ?? null,
    price_history: auction.price_history,
    ends_at: new Date(sentAt + leadMs).toISOString(),
    planned_at: bid.fire_at,
    armed_at: after(-70_000),
    locked_in_at: after(-1_000),
    sent_at: after(0),
    answered_at: after(23),
    verified_at: null,
    settled_at: after(leadMs + 3_000),
    sent_before_end_ms: bid.phase === 'settled' ? leadMs : null,
    clock_offset_ms: 12,
    clock_uncertainty_ms: 3,
    round_trip_ms: 21,
    site_words: bid.phase === 'settled' ? 'Bid Received! You are currently the high bidder.' : null,
    margin: bid.final_price === null ? null : bid.max_bid - bid.final_price,
    summary:
      bid.final_price === null
        ? scheduled.message
        : messages.result.won({ title: bid.title, price: `$${bid.final_price.toFixed(2)}`, under: null }),
    note: null,
    events: [scheduled],
  }
}
