import { messages } from '@bidwell/contract'
import { fixedAuction, type FixedAuction, type AuctionFields, type Place } from '../../web/test/fixed-auction.ts'

const SITE = 'Auction House'
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Before the end, of which none comes while the page still loads. */
const OPEN: readonly AuctionFields[] = [
  {
    title: 'Accepted: brass desk lamp',
    motif: 'lamp',
    endsIn: 22,
    bid: { status: 'executed', seconds_before_end: 25 },
  },
  {
    title: 'Being sent: table radio, 1952',
    motif: 'radio',
    endsIn: 26,
    bid: { phase: 'sent', seconds_before_end: 26 },
  },
  {
    title: 'Being checked: pocket watch',
    motif: 'watch',
    endsIn: 30,
    bid: { phase: 'checking', seconds_before_end: 35 },
  },
  { title: 'No word yet: box of old tools', motif: 'tools', endsIn: 34, bid: { seconds_before_end: 45 } },
  { title: 'Final minute: Lionel train set', motif: 'train', endsIn: 48, bid: {} },
  { title: 'Ends soon: portable typewriter', motif: 'typewriter', endsIn: 34 * MINUTE, bid: {} },
  { title: 'Ends soon, no bid: teddy bear', motif: 'bear', endsIn: 52 * MINUTE },
  {
    title: 'Over the max: classical guitar',
    motif: 'guitar',
    endsIn: 2 * HOUR + 5 * MINUTE,
    auction: { current_bid: 52, minimum_bid: 53, bid_count: 9 },
    bid: {},
  },
  { title: 'Paused: art glass vase', motif: 'glass', endsIn: 5 * HOUR, bid: { phase: 'paused' } },
  { title: 'Scheduled: stoneware teapot', motif: 'teapot', endsIn: DAY + 2 * HOUR, bid: {} },
  { title: 'Watched: leather suitcase', motif: 'suitcase', endsIn: 3 * DAY, auction: { max_bid: 35 } },
]

/** After the end. */
const OVER: readonly AuctionFields[] = [
  { title: 'Result pending: amber ring', motif: 'ring', endsIn: -40, bid: { status: 'executed' } },
  {
    title: 'Won: mantel clock with key',
    motif: 'clock',
    endsIn: -HOUR,
    auction: { status: 'won' },
    bid: { status: 'won', outcome: 'won', final_price: 24 },
  },
  {
    title: 'Lost: jazz records, 1950s',
    motif: 'record',
    endsIn: -2 * HOUR,
    auction: { status: 'lost', current_bid: 41, bid_count: 7 },
    bid: { status: 'lost', outcome: 'lost', final_price: 41 },
  },
  {
    title: 'Outbid: folding camera',
    motif: 'camera',
    endsIn: -3 * HOUR,
    auction: { status: 'outbid', current_bid: 47, bid_count: 8 },
    bid: { status: 'outbid', outcome: 'outbid_on_arrival', final_price: 47 },
  },
  {
    title: 'Failed: cloth-bound books',
    motif: 'books',
    endsIn: -4 * HOUR,
    auction: { status: 'lost' },
    bid: {
      status: 'failed',
      outcome: 'site_down',
      final_price: 24,
      error_detail: messages.outcome.describeFailure('site_down', { site: SITE, sent: false }),
    },
  },
  {
    title: 'Held back: glazed bowl',
    motif: 'bowl',
    endsIn: -5 * HOUR,
    auction: { status: 'lost', current_bid: 58, bid_count: 12 },
    bid: { status: 'outbid', outcome: 'price_past_maximum', final_price: 58 },
  },
  { title: 'Ended without a bid: pair of cups', motif: 'teapot', endsIn: -6 * HOUR, auction: { status: 'lost' } },
  {
    title: 'Result never shown: opal ring',
    motif: 'ring',
    endsIn: -7 * HOUR,
    bid: { status: 'executed', outcome: 'unresolved' },
  },
]

/** An auction in each state that stands beside the others on one dashboard. */
export const auctionsInStates = (place: Place): FixedAuction[] =>
  [...OPEN, ...OVER].map((fields, index) => {
    const auction = fixedAuction(place, index + 1, fields)
    if (auction.bid?.status === 'executed') auction.bid.executed_at = new Date(place.now - 2_000).toISOString()
    if (auction.bid?.phase === 'checking') auction.bid.checking_since = new Date(place.now - 3_000).toISOString()
    if (auction.bid && auction.bid.status !== 'pending') auction.bid.phase = 'settled'
    return auction
  })
