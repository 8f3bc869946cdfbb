import { endOf, listingOf, type ModelBid, type ModelDatabase, noteFreeWhilePaused } from './model-database.ts'

type NewBid = Pick<ModelBid, 'bidId' | 'accountId' | 'auctionId' | 'maxBidCents' | 'leadMs'>

/** Adds a pending bid on a listing that the model has. */
export function scheduleBid(database: ModelDatabase, newBid: NewBid): ModelBid {
  const { bidId, accountId, auctionId, maxBidCents, leadMs } = newBid
  const bid: ModelBid = {
    bidId,
    accountId,
    auctionId,
    maxBidCents,
    leadMs,
    fireAt: 0,
    status: 'pending',
    outcome: null,
    finalPriceCents: null,
    engineId: null,
    fence: 0,
    loginVersion: null,
    lockedInAt: null,
    uncertainSince: null,
    notSentBefore: null,
    pendingChange: null,
    pendingGroup: null,
    groupId: null,
    grantedAt: null,
    released: null,
    held: null,
    isRestored: false,
    events: new Map(),
    wasFreeWhilePaused: false,
    lockedInWith: null,
  }
  bid.fireAt = endOf(listingOf(database, bid)) - bid.leadMs
  database.bids.set(bid.bidId, bid)
  noteFreeWhilePaused(database, bid)
  return bid
}
