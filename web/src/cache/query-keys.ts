/** What the browser keeps, by the first parts of the keys. Invalidating a key includes the longer keys below it. */
export const KEYS = {
  auctions: ['auctions'],
  openAuctions: ['auctions', 'open'],
  endedAuctions: ['auctions', 'ended'],
  bids: ['bids'],
  bidGroups: ['bid-groups'],
  receipts: ['receipt'],
  wins: ['wins'],
  resultsSeen: ['results-seen'],
  bidHistory: ['bid-history'],
  closedAuctions: ['closed-auction'],
  itemCost: ['item-cost'],
  exposure: ['exposure'],
  pause: ['pause'],
  connection: ['connection'],
  profile: ['profile'],
  unread: ['unread-notifications'],
  destinations: ['destinations'],
  deliveries: ['deliveries'],
  /** How much of the plan is used. */
  planUse: ['plan', 'used'],
} as const satisfies Record<string, readonly string[]>
