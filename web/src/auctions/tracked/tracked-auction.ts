import { type Auction, type Bid, isSameLabel } from '@bidwell/contract'
import { isToBeSent } from '../../bids/bid-rules.ts'
import type { LoginStop } from '../../bids/login-stop.ts'
import type { Win } from '../../wins/win-queries.ts'

/**
 * A tracked auction with its latest bid. `bidUnknown`: the bids are not loaded yet. `loginStop`: why the bid is not going
 * to be sent unless the user acts. `win`: what is known of the payment, once it is loaded.
 */
export type TrackedAuction = { auction: Auction; bid: Bid | null; bidUnknown?: true; loginStop?: LoginStop; win?: Win }

/** The open auctions, then the ended ones. An auction that is changing lists is in both: the newer state of it counts. */
export function joinLists(open: readonly Auction[] = [], ended: readonly Auction[] = []): Auction[] {
  const byId = new Map<number, Auction>()
  for (const auction of [...open, ...ended]) {
    const other = byId.get(auction.id)
    if (!other || other.updatedAt <= auction.updatedAt) byId.set(auction.id, auction)
  }
  return [...byId.values()]
}

/**
 * Joins auctions with their latest bids. A cancelled bid counts as none, unless a pause or its group prevented it. Without loaded
 * bids, each auction is marked `bidUnknown`.
 */
export function joinBids(
  auctions: readonly Auction[],
  bids: readonly Bid[] | undefined,
  loginStop: LoginStop | null = null,
  wins: readonly Win[] = [],
): TrackedAuction[] {
  if (!bids) return auctions.map((auction) => ({ auction, bid: null, bidUnknown: true }))
  const latest = new Map<number, Bid>()
  for (const bid of bids) {
    const other = latest.get(bid.trackedAuctionId)
    if (!other || other.id < bid.id) latest.set(bid.trackedAuctionId, bid)
  }
  const won = new Map(wins.map((win) => [win.tracked_auction_id, win]))
  return auctions.map((auction) => {
    const bid = latest.get(auction.id)
    const shown = bid && (bid.status !== 'cancelled' || KEPT_BACK.includes(bid.outcome)) ? bid : null
    return cachedAuction(auction, shown, shown && isToBeSent(shown) ? loginStop : null, won.get(auction.id))
  })
}

/** How bids ended that their owner has not cancelled. */
const KEPT_BACK: readonly Bid['outcome'][] = ['paused', 'group_won']

const auctionCache = new WeakMap<Auction, TrackedAuction>()

/** Returns the same object for the same auction and bid, so that only the cards of changed auctions render again. */
function cachedAuction(auction: Auction, bid: Bid | null, loginStop: LoginStop | null, win?: Win): TrackedAuction {
  const cached = auctionCache.get(auction)
  if (cached?.bid === bid && (cached.loginStop ?? null) === loginStop && cached.win === win) return cached
  const tracked = { auction, bid, ...(loginStop !== null && { loginStop }), ...(win && { win }) }
  auctionCache.set(auction, tracked)
  return tracked
}

/** The commands of a card. The object keeps its identity, so that cards do not render again. */
export type AuctionCommands = {
  edit: (id: number) => void
  note: (id: number) => void
  cancel: (tracked: TrackedAuction) => void
  remove: (auctions: readonly TrackedAuction[]) => void
  refresh: (id: number) => void
  select: (id: number) => void
  openReceipt: (bidId: number) => void
}

/** Each label of the auctions once, in the order of the alphabet. */
export function labelsOf(auctions: readonly TrackedAuction[]): string[] {
  const labels: string[] = []
  for (const label of new Set(auctions.flatMap(({ auction }) => auction.labels))) {
    if (!labels.some((other) => isSameLabel(other, label))) labels.push(label)
  }
  return labels.toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** Whether an auction's title, labels and note contain each of the words, in any order and in either case. */
export const matchesText = ({ title, labels, note }: Auction, text: string): boolean =>
  containsWords([title, ...labels, note].join('\n'), text)

/** Whether a text contains each of the words, in any order and in either case. */
export const containsWords = (within: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.toLowerCase().includes(word))
