import type { ModelBid, ModelDatabase } from './model-database.ts'

type Copy = Pick<ModelDatabase, 'bids' | 'listings' | 'pausedAccounts' | 'operatorPause' | 'eventKeys'> & {
  heartbeats: Map<number, number>
}

/** A copy of all rows as they are now. */
export const copyDatabase = (database: ModelDatabase): Copy => ({
  bids: new Map([...database.bids].map(([bidId, bid]) => [bidId, { ...bid, events: new Map(bid.events) }])),
  listings: new Map([...database.listings].map(([auctionId, listing]) => [auctionId, { ...listing }])),
  pausedAccounts: new Set(database.pausedAccounts),
  operatorPause: database.operatorPause,
  eventKeys: new Set(database.eventKeys),
  heartbeats: new Map([...database.engines].map(([engineId, { heartbeat }]) => [engineId, heartbeat])),
})

/**
 * Puts the rows of a copy in the place of the present ones. An engine that the copy does not know keeps its row: it
 * would end and start anew. Returns the keys of the events, and the bids, that are not as they were.
 */
export function restoreDatabase(database: ModelDatabase, copy: Copy): { eventKeys: string[]; bidIds: number[] } {
  const eventKeys = [...database.eventKeys].filter((key) => !copy.eventKeys.has(key))
  const bidIds = [...database.bids.values()]
    .filter((bid) => isChanged(bid, copy.bids.get(bid.bidId)))
    .map(({ bidId }) => bidId)
  for (const [bidId, bid] of copy.bids) Object.assign(database.bids.get(bidId) ?? bid, bid)
  for (const [auctionId, listing] of copy.listings) database.listings.set(auctionId, listing)
  database.pausedAccounts = copy.pausedAccounts
  database.operatorPause = copy.operatorPause
  database.eventKeys = copy.eventKeys
  for (const [engineId, heartbeat] of copy.heartbeats) {
    const engine = database.engines.get(engineId)
    if (engine) engine.heartbeat = heartbeat
  }
  return { eventKeys, bidIds }
}

const isChanged = (bid: ModelBid, copy: ModelBid | undefined) =>
  copy === undefined || bid.fence !== copy.fence || bid.status !== copy.status || bid.events.size !== copy.events.size
