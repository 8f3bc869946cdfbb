import type { GroupHold } from '@bidwell/contract'
import type { Close } from '../../src/auctions/listings/decide-close.ts'
import type { BidEvent, LossProof } from '../../src/bids/log/bid-event.ts'
import type { GroupTerms } from '../../src/engine/core/groups/decide-grant.ts'
import type { Claim, FinalStatus } from '../../src/engine/core/ports.ts'

/*
 * The database's rules for bids, engines and pauses, without a database: each function of this folder does what one
 * statement or transaction of the product does. `compare-with-database.test.ts` holds the two to each other.
 */

export type ModelDatabase = {
  bids: Map<number, ModelBid>
  groups: Map<number, GroupTerms>
  listings: Map<string, ModelListing>
  engines: Map<number, ModelEngine>
  pausedAccounts: Set<number>
  /** The version of each account's login. An account that is not listed has none. */
  loginVersions: Map<number, number>
  lastLoginVersion: number
  operatorPause: OperatorPause
  /** The keys of all events: an event is logged once. */
  eventKeys: Set<string>
  /** Bids whose rows another transaction holds at this moment. */
  lockedRows: Set<number>
}

export type OperatorPause = 'off' | 'no_new' | 'all'

/** What the owner of a bid asks for. */
export type Change =
  | { kind: 'cancel' }
  | { kind: 'change'; maxBidCents: number; leadMs: number }
  /** Into a group, or out of one. */
  | { kind: 'regroup'; groupId: number | null }

/** Instants are epoch ms on the site's clock, here and below. */
export type ModelListing = {
  auctionId: string
  priceCents: number
  endsAt: number
  close: Close | null
  /** When the site showed what the listing says. */
  observedAt: number | null
  /** The least amount that the site accepts. */
  nextBidCents: number
}

export type ModelBid = {
  bidId: number
  accountId: number
  auctionId: string
  maxBidCents: number
  leadMs: number
  fireAt: number
  status: 'pending' | 'executed' | 'cancelled' | FinalStatus
  outcome: string | null
  finalPriceCents: number | null
  engineId: number | null
  fence: number
  /** The version of the account's login when an engine claimed the bid. */
  loginVersion: number | null
  lockedInAt: number | null
  /** The bid may have been sent before this instant, and was not sent after it; null when it was certainly not sent. */
  uncertainSince: number | null
  /** The engine that holds the bid sends nothing before this instant. */
  notSentBefore: number | null
  pendingChange: { kind: 'cancel' } | { kind: 'change'; maxBidCents: number; leadMs: number } | null
  /** The group that the bid joins with the pending change; `leaves` its group; null: neither. */
  pendingGroup: number | 'leaves' | null
  groupId: number | null
  grantedAt: number | null
  released: { at: number; because: LossProof } | null
  held: { because: GroupHold; for: number | null } | null
  /** The bid was restored from a backup, and its owner has not kept it: nothing sends it. */
  isRestored: boolean
  events: Map<string, BidEvent>
  /** For the rules alone, not in the database: no engine held the bid at some time during the present pause. */
  wasFreeWhilePaused: boolean
  /** For the rules alone, not in the database: the version of the account's login at the lock-in by its engine. */
  lockedInWith: number | null
}

export type ModelEngine = {
  heartbeat: number
  unfitReason: string | null
  /** Its session holds the engine's lock. */
  isConnected: () => boolean
  /** Other engines can see that its process is gone. */
  isProcessDead: () => boolean
}

export const openModelDatabase = (): ModelDatabase => ({
  bids: new Map(),
  groups: new Map(),
  listings: new Map(),
  engines: new Map(),
  pausedAccounts: new Set(),
  loginVersions: new Map(),
  lastLoginVersion: 0,
  operatorPause: 'off',
  eventKeys: new Set(),
  lockedRows: new Set(),
})

/** The bid of a claim, as long as its fence has not moved. */
export function bidOfClaim({ bids }: ModelDatabase, { bidId, fence }: Claim): ModelBid | null {
  const bid = bids.get(bidId)
  return bid?.fence === fence ? bid : null
}

/** The numbers of an account's bids. */
export const bidsOfAccount = ({ bids }: ModelDatabase, accountId: number): number[] =>
  [...bids.values()].filter((bid) => bid.accountId === accountId).map(({ bidId }) => bidId)

export function listingOf({ listings }: ModelDatabase, { auctionId }: ModelBid): ModelListing {
  const listing = listings.get(auctionId)
  if (!listing) throw new Error(`The model has no listing ${auctionId}`)
  return listing
}

/** When a listing ends: at its close, if it closed before its end. */
export const endOf = ({ endsAt, close }: ModelListing): number => Math.min(endsAt, close?.closedAt ?? Infinity)

/** Whether a pause of the owner or of the operator applies to a bid. `no_new` spares what an engine holds. */
export const isCoveredByPause = (
  { pausedAccounts, operatorPause }: ModelDatabase,
  { accountId, engineId }: ModelBid,
): boolean =>
  pausedAccounts.has(accountId) || operatorPause === 'all' || (operatorPause === 'no_new' && engineId === null)

/** Whether the login of a bid was removed, replaced or added since an engine claimed the bid. */
export const hasLoginChanged = (database: ModelDatabase, { accountId, loginVersion }: ModelBid): boolean =>
  loginVersion !== loginVersionOf(database, accountId)

export const loginVersionOf = ({ loginVersions }: ModelDatabase, accountId: number): number | null =>
  loginVersions.get(accountId) ?? null

/** Whether a bid is paused: no pause reaches a bid that is locked in. */
export const isPaused = (database: ModelDatabase, bid: ModelBid): boolean =>
  bid.lockedInAt === null && isCoveredByPause(database, bid)

/** Notes, for the rules, which bids no engine may send until the present pause ends. */
export function noteFreeWhilePaused(database: ModelDatabase, bid: ModelBid) {
  if (!isCoveredByPause(database, bid)) bid.wasFreeWhilePaused = false
  else if (bid.status === 'pending' && bid.engineId === null && bid.lockedInAt === null) bid.wasFreeWhilePaused = true
}

/** Adds an event to a bid's log, unless one with its key is in a log already. */
export function logEvent({ eventKeys }: ModelDatabase, bid: ModelBid, event: BidEvent) {
  if (eventKeys.has(event.key)) return
  eventKeys.add(event.key)
  bid.events.set(event.key, event)
}

/** Logs an event that the database itself makes, under a new key. */
export function logOwnEvent(
  database: ModelDatabase,
  bid: ModelBid,
  event: Pick<BidEvent, 'at' | 'engineId' | 'fence' | 'detail'>,
) {
  const key = `database-${database.eventKeys.size}`
  logEvent(database, bid, { key, bidId: bid.bidId, uncertaintyMs: null, ...event })
}
