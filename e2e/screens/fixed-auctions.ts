import {
  api,
  type BidEvent,
  messages,
  type Receipt,
  type ScrapedAuction,
  type SiteTime,
  type WireAuction,
  type WireBid,
} from '@bidwell/contract'
import { expect, type Page } from '@playwright/test'

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
    combines_shipping: null,
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

/**
 * Answers every read of auctions and bids with these alone, and each page that opens begins at the instant they count from. No
 * event arrives, which would tell the true time.
 */
export async function answerAuctions(page: Page, { now }: Place, auctions: readonly FixedAuction[]): Promise<void> {
  const siteTime: SiteTime = { now: new Date(now).toISOString(), uncertainty_ms: 4 }
  await page.route(`**/api${api.readClock.path}`, (route) => route.fulfill({ json: { success: true, data: siteTime } }))
  await page.route('**/api/events', () => {})
  const bids = auctions.flatMap(({ bid }) => bid ?? [])
  const isOpen = ({ auction }: FixedAuction) => auction.status === 'active'
  await page.route(/\/api\/(auctions|bids)(\/|\?|$)/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const status = searchParams.get('status')?.split(',') ?? []
    const receiptOf = /\/bids\/(\d+)\/receipt$/.exec(pathname)?.[1]
    const shown = auctions.find(({ bid }) => String(bid?.id) === receiptOf)
    if (shown?.bid) return answer(receipt(shown.auction, shown.bid))
    if (pathname.endsWith('/bids')) {
      return answer({ bids: bids.filter((each) => status.includes(each.status)), next_cursor: null })
    }
    if (!pathname.endsWith(api.listAuctions.path)) return route.fallback()
    const listed = auctions.filter((auction) => isOpen(auction) === status.includes('active'))
    return answer({ auctions: listed.map(({ auction }) => auction), next_cursor: null })

    function answer(data: object) {
      return route.fulfill({ json: { success: true, data } })
    }
  })
}

/** Answers each read of an item that somebody adds: one of these auctions, or else that there is none. */
export async function answerItems(page: Page, auctions: readonly FixedAuction[]): Promise<void> {
  await page.route(`**/api${api.scrapeAuction.path}`, (route) => {
    const { url }: { url: string } = route.request().postDataJSON()
    const auction = auctions.find(({ auction }) => url.includes(auction.auction_id))
    if (auction) return route.fulfill({ json: { success: true, data: scraped(auction.auction) } })
    const json = { success: false, code: 'not_found', message: messages.auction.notFound }
    return route.fulfill({ status: 404, json })
  })
}

const scraped = (auction: WireAuction): ScrapedAuction => ({
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
function receipt(auction: WireAuction, bid: WireBid): Receipt {
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

/** How often a page asks for the time of the site until it is sure of it. */
const CLOCK_SAMPLES = 5

/** Stops the clocks of an open page at the instant that `answerAuctions` gives: no auction ends while it is looked at. Timers run. */
export async function stopTime(page: Page): Promise<void> {
  // A page that is still asking for the time would not begin again.
  await expect(page.getByText('checking the clock')).toHaveCount(0)
  let samples = 0
  const isLastSample = (url: string) => url.endsWith(`/api${api.readClock.path}`) && (samples += 1) === CLOCK_SAMPLES
  const asked = page.waitForEvent('requestfinished', { predicate: (request) => isLastSample(request.url()) })
  await page.evaluate(() => {
    // Both clocks, or the page would take it for the sleep of the device.
    const [monotonic, wall] = [performance.now(), Date.now()]
    performance.now = () => monotonic
    Date.now = () => wall
    // The page asks for the time again.
    window.dispatchEvent(new Event('online'))
  })
  await asked
}
