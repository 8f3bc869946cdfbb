import type { BidderStanding, ItemReading, OpenAuction, Order } from '../../marketplace/marketplace.ts'
import { type EngineOutcome, type SnipeState, isUnsent, mayHaveBeenSent, unsentOutcome } from './snipe-state.ts'

/** A page requested so long after the close shows every bid. */
export const PAGE_CURRENT_AFTER_MS = 30_000
/** A lead that a page shows earlier may be older than another bidder's last bid. */
export const LEAD_CURRENT_AFTER_MS = 10_000
/** Readings prove how a bid has ended if all of so long agree. */
export const AGREEMENT_MS = 4_000

/** The account's own lists at the site, as read with a page. Null: not asked, or not answered. */
export type AccountLists = { open: readonly OpenAuction[] | null; orders: readonly Order[] | null }

/** The state after a reading of the account's lists. `isOpen`: the page beside them shows an open auction. Pure. */
export function onAccountLists(state: SnipeState, { open, orders }: AccountLists, isOpen: boolean): SnipeState {
  const { auctionId, maximum } = state.snipe
  const row = open?.find((auction) => auction.auctionId === auctionId)
  const listedCents = row?.maximumCents ?? 0
  // An item leaves the list at its close. Until then, only the newest list keeps a bid from being sent.
  const known = open !== null && isOpen && isUnsent(state) ? 0 : state.ownMaximumCents
  const mayBeSent = state.bid === 'outcome_unknown' || state.bid === 'suspected'
  return {
    ...state,
    // Pages that show a win, but not the account's list, prove nothing yet.
    agreed: row?.leads === false && state.agreed?.outcome === 'won' ? null : state.agreed,
    ownMaximumCents: Math.max(known, listedCents),
    order: orders?.find((order) => order.auctionId === auctionId) ?? state.order,
    bid: mayBeSent && listedCents >= maximum ? 'stands' : state.bid,
  }
}

/**
 * The bid on the page that a sending of this snipe made; null if the page does not prove one. That the owner leads is no
 * proof: a bid made by hand leads as well, and may be of the same second. The site shows a leading bid at the current
 * price and any other bid at its own maximum, so only an amount as high as the snipe's maximum tells the two apart. Of a
 * leading bid only the account's list tells the maximum.
 */
export function findPlacedBid(state: SnipeState, { standing }: ItemReading): { at: number } | null {
  if (!standing || !mayHaveBeenSent(state)) return null
  const { snipe, ownBidsBefore } = state
  const newBids = standing.ownBids.filter(({ at }) => !ownBidsBefore.some((before) => before.at === at))
  return newBids.find(({ amountCents }) => amountCents >= snipe.maximum) ?? null
}

/**
 * How a bid that was or may have been sent has ended, by the page of the closed auction; null if the page does not tell. One
 * page is no proof: it may lag, or hide something.
 */
export function resultOn(state: SnipeState, reading: ItemReading): EngineOutcome | null {
  const { standing, currentPriceCents: price, isReserveMet } = reading
  if (standing?.leads) return isReserveMet === false ? 'reserve_not_met' : 'won'
  if (standing && isRetracted(state, reading, standing)) return 'retracted'
  // With a higher maximum of their own, made by hand, the owner may win at a price above the snipe's maximum.
  if (price > Math.max(state.snipe.maximum, state.ownMaximumCents)) {
    const isPlaced = state.bid === 'stands' || !standing?.otherLeads
    return isPlaced ? 'lost' : 'price_past_maximum'
  }
  if (!standing) return null
  const isCurrent = reading.clock.siteTime >= state.endsAt + PAGE_CURRENT_AFTER_MS
  return state.bid === 'stands' ? lossOn(state, reading, standing, isCurrent) : absenceOn(state, reading, isCurrent)
}

/** Another bidder has won, and of the owner's new bids the page shows only one that was taken back. */
function isRetracted(state: SnipeState, reading: ItemReading, { otherLeads, retractedBids }: BidderStanding): boolean {
  const isNew = ({ at }: { at: number }) => !state.ownBidsBefore.some((before) => before.at === at)
  return otherLeads && mayHaveBeenSent(state) && retractedBids.some(isNew) && findPlacedBid(state, reading) === null
}

/** Of a bid that the site has accepted, at a final price up to its maximum. */
function lossOn(
  state: SnipeState,
  reading: ItemReading,
  standing: BidderStanding,
  isCurrent: boolean,
): EngineOutcome | null {
  const isShown = findPlacedBid(state, reading) !== null
  const marksOwnBids = standing.ownBids.length > 0
  if (standing.otherLeads && marksOwnBids && (isShown || isCurrent)) return 'lost'
  // The seller ended the auction, and the site has removed its bids.
  const isRemoved = reading.bidCount === 0 || (state.endedEarly && standing.otherLeads && !marksOwnBids)
  return isRemoved && isCurrent ? 'ended_early' : null
}

/** Of a bid that no page and no list has shown. A page that names no winner hides something, and proves nothing. */
function absenceOn(state: SnipeState, { standing, bidCount }: ItemReading, isCurrent: boolean): EngineOutcome | null {
  if (!isCurrent || (!standing?.otherLeads && bidCount !== 0)) return null
  return state.refusal ?? (state.endedEarly ? 'ended_early' : unsentOutcome(state))
}

/** Whether the site certainly holds no bid of this snipe. One page is no proof: it may come from a cache. */
export function isAbsent(state: SnipeState): boolean {
  const { bid, absentFrom, readAt } = state
  const isShown = absentFrom !== null && (readAt ?? -Infinity) >= absentFrom + AGREEMENT_MS
  return isUnsent(state) || (bid === 'outcome_unknown' && isShown)
}

/** The owner's highest maximum, as far as lists and pages have shown it. */
export const highestOwnMaximum = ({ ownMaximumCents }: SnipeState, standing: BidderStanding | null): number =>
  Math.max(ownMaximumCents, ...(standing?.ownBids ?? []).map(({ amountCents }) => amountCents))
