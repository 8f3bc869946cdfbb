import type { Auction, Bid, HistoryEntry } from '@bidwell/contract'

const NOON = Date.parse('2026-11-20T20:00:00Z')

/** An ordinary auction for tests, changed by `overrides`. */
export const createAuction = (overrides: Partial<Auction> = {}): Auction => ({
  id: 1,
  auctionId: '279250057',
  userId: 1,
  title: 'Lionel 2343 Santa Fe diesel set',
  currentBid: 182.5,
  maxBid: null,
  endsOn: NOON + 86_400_000,
  endTimePT: '',
  endAmbiguous: false,
  status: 'active',
  bidCount: 12,
  seller: null,
  shippingCost: null,
  handlingCost: 2,
  pickupOnly: false,
  itemCondition: null,
  categories: [],
  description: null,
  imageUrls: [],
  bidTimingPreference: '5',
  bidIncrement: 2.5,
  minimumBid: 185,
  itemUrl: 'https://shopgoodwill.com/item/279250057',
  priceHistory: [],
  closedBecause: null,
  checkError: null,
  lastCheckedAt: NOON,
  createdAt: NOON,
  updatedAt: NOON,
  ...overrides,
})

/** An ordinary bid on that auction, with the given fields replaced. */
export const createBid = (overrides: Partial<Bid> = {}): Bid => ({
  id: 1,
  auctionId: '279250057',
  trackedAuctionId: 1,
  userId: 1,
  title: 'Lionel 2343 Santa Fe diesel set',
  maxBid: 240,
  secondsBeforeEnd: 5,
  status: 'pending',
  stage: 'waiting',
  outcome: null,
  checkingSince: null,
  fireAt: NOON + 86_395_000,
  finalPrice: null,
  executedAt: null,
  errorDetail: null,
  preflight: null,
  createdAt: NOON,
  updatedAt: NOON,
  ...overrides,
})

/** An ordinary row of the history, of a bid that won, with the given fields replaced. */
export const createEntry = (overrides: Partial<HistoryEntry> = {}): HistoryEntry => ({
  key: 'bid-1',
  result: 'won',
  at: NOON,
  auctionId: '279250057',
  trackedAuctionId: 1,
  title: 'Lionel 2343 Santa Fe diesel set',
  imageUrl: null,
  itemUrl: 'https://shopgoodwill.com/item/279250057',
  similarUrl: 'https://shopgoodwill.com/categories/listing?st=Lionel',
  finalPrice: 182.5,
  paid: 182.5,
  max: 240,
  margin: 57.5,
  bid: createBid({ status: 'won', stage: 'settled', outcome: 'won', finalPrice: 182.5 }),
  ...overrides,
})
