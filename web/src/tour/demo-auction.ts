import { type Auction, type Bid, messages } from '@bidwell/contract'
import type { TrackedAuction } from '../auctions/tracked/tracked-auction.ts'

const HOUR = 3_600_000
/** So far ahead that the demo stays as it is while the page is open. */
const ENDS_IN_MS = 52 * HOUR
const LEAD_SECONDS = 7

/** The demo auction of the tour, with a scheduled bid or none. `now`: when the page opened, epoch ms. */
export function demoTracked(now: number, hasBid: boolean): TrackedAuction {
  const auction = demoAuction(now + ENDS_IN_MS)
  return { auction, bid: hasBid ? demoBid(auction) : null }
}

const demoAuction = (endsOn: number): Auction => ({
  // No tracked auction has this id.
  id: 0,
  auctionId: '',
  userId: 0,
  title: messages.tour.demoAuction.title,
  currentBid: 18.5,
  maxBid: null,
  endsOn,
  endTimePT: '',
  endAmbiguous: false,
  status: 'active',
  bidCount: 4,
  seller: null,
  shippingCost: null,
  handlingCost: 0,
  pickupOnly: false,
  itemCondition: null,
  categories: [],
  description: null,
  imageUrls: ['/demo-lamp.svg'],
  bidTimingPreference: String(LEAD_SECONDS),
  bidIncrement: 1,
  minimumBid: 19.5,
  itemUrl: '',
  priceHistory: [],
  closedBecause: null,
  checkError: null,
  alertsMutedUntil: null,
  note: '',
  labels: [],
  // In the future: the price of the demo never gets old.
  lastCheckedAt: endsOn,
  createdAt: endsOn,
  updatedAt: endsOn,
})

const demoBid = ({ id, endsOn, title }: Auction): Bid => ({
  id: 0,
  auctionId: '',
  trackedAuctionId: id,
  userId: 0,
  title,
  maxBid: 40,
  delivered: null,
  secondsBeforeEnd: LEAD_SECONDS,
  status: 'pending',
  phase: 'waiting',
  outcome: null,
  checkingSince: null,
  ledAtClose: false,
  restored: null,
  group: null,
  fireAt: endsOn - LEAD_SECONDS * 1_000,
  finalPrice: null,
  executedAt: null,
  errorDetail: null,
  preflight: null,
  createdAt: endsOn,
  updatedAt: endsOn,
})
