import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { KEYS } from './query-keys.ts'

type Row = {
  /** The lists that hold the changed record. */
  lists: readonly QueryKey[]
  /** What depends on the record. */
  others: readonly QueryKey[]
}

const auctionStatus: Row = { lists: [KEYS.auctions], others: [KEYS.planUse, KEYS.bidHistory, KEYS.siteLists] }
const bidStatus: Row = {
  lists: [KEYS.bids],
  others: [KEYS.bidGroups, KEYS.receipts, KEYS.exposure, KEYS.bidHistory, KEYS.planUse, KEYS.wins],
}

/** What each event makes old. The events are also events of the window, under these names. */
export const INVALIDATED_BY = {
  auction_status_changed: auctionStatus,
  auction_ended: { lists: [KEYS.auctions, KEYS.bids], others: [KEYS.planUse, KEYS.bidHistory] },
  /** Anything else about an auction. Its reason is taken to be a changed status, unless the lists hold the auction. */
  'auction-updated': auctionStatus,
  auction_removed: auctionStatus,
  /** Its note or its labels, which stand in the history too. */
  auction_noted: { lists: [], others: [KEYS.bidHistory] },
  bid_executed: bidStatus,
  bid_status_changed: bidStatus,
  bid_changed: { lists: [KEYS.bids], others: [KEYS.bidGroups, KEYS.receipts, KEYS.exposure, KEYS.bidHistory] },
  /** A bid waits for the user's tap, or waits no longer. */
  waiting_changed: { lists: [KEYS.waitingBids], others: [] },
  /** What the site's orders cost stands in the history too. */
  orders_changed: { lists: [], others: [KEYS.wins, KEYS.bidHistory] },
  /** A pause changes the phase of every bid. */
  pause_changed: { lists: [], others: [KEYS.bids] },
  dashboard_left: { lists: [KEYS.auctions], others: [] },
  /** Whether the user is still signed in is seen by reading the profile. */
  'auth-check-required': { lists: [], others: [KEYS.profile] },
} as const satisfies Record<string, Row>

export type CacheEvent = keyof typeof INVALIDATED_BY

type Detail = {
  /** The lists hold what has changed: they become stale, and are not read again before they are next shown. */
  inPlace: boolean
}

/** Reports an event to the window. */
export const emitCacheEvent = (event: CacheEvent, detail: Detail, target: EventTarget = window) =>
  target.dispatchEvent(new CustomEvent<Detail>(event, { detail }))

/** A change of many records sends an event for each: what depends on them is read again once. */
const TOGETHER_MS = 250

/** Invalidates what the events of the window make old. An event without detail has everything read again that is shown. */
export function followCacheEvents(client: QueryClient, target: EventTarget = window) {
  const due = new Set<QueryKey>()
  function invalidateDue() {
    for (const queryKey of due) void client.invalidateQueries({ queryKey })
    due.clear()
  }
  for (const [event, row] of Object.entries(INVALIDATED_BY)) {
    target.addEventListener(event, (given) => {
      const inPlace = given instanceof CustomEvent && given.detail?.inPlace === true
      // Most of these events are new prices, which nothing else depends on.
      if (inPlace && event === 'auction-updated') return
      const refetchType = inPlace ? 'none' : 'active'
      for (const queryKey of row.lists) void client.invalidateQueries({ queryKey, refetchType })
      if (due.size === 0 && row.others.length > 0) setTimeout(invalidateDue, TOGETHER_MS)
      for (const queryKey of row.others) due.add(queryKey)
    })
  }
}

type AuctionState = { status: string; closedBecause: string | null }

/** The event of an auction that was received; `before` is what the lists held of it. */
export function auctionEvent(before: AuctionState | undefined, after: AuctionState): CacheEvent {
  if (before?.status !== after.status) return 'auction_status_changed'
  return before.closedBecause === null && after.closedBecause !== null ? 'auction_ended' : 'auction-updated'
}

/** The event of a bid that was received; `before` is what the list held of it. */
export function bidEvent(before: { status: string } | undefined, after: { status: string }): CacheEvent {
  if (before?.status === after.status && after.status === 'pending') return 'bid_changed'
  return after.status === 'executed' && before?.status !== 'executed' ? 'bid_executed' : 'bid_status_changed'
}
