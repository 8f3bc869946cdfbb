import type { BidderStanding, ItemReading, OpenAuction, Order } from '../../marketplace/marketplace.ts'
import { type EngineOutcome, type SnipeState, unsentOutcome } from './snipe-state.ts'

/** A page requested so long after the close shows every bid. */
export const PAGE_CURRENT_AFTER_MS = 30_000

/** The account's own lists at the site, as read with a page. Null: not asked, or not answered. */
export type AccountLists = { open: readonly OpenAuction[] | null; orders: readonly Order[] | null }

/** The state after a reading of the account's lists. `isOpen`: the page beside them shows an open auction. Pure. */
export function onAccountLists(state: SnipeState, { open, orders }: AccountLists, isOpen: boolean): SnipeState {
  const { auctionId, maximum } = state.snipe
  const listedCents = open?.find((auction) => auction.auctionId === auctionId)?.maximumCents ?? 0
  // An item leaves the list at its close. Until then, only the newest list keeps a bid from being sent.
  const known = open !== null && isOpen && state.bid === 'none' ? 0 : state.ownMaximumCents
  const mayBeSent = state.bid === 'outcome_unknown' || (state.bid === 'none' && state.isLate)
  return {
    ...state,
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
export function findPlacedBid(
  { snipe, mayHaveBeenSent, ownBidsBefore }: SnipeState,
  { standing }: ItemReading,
): { at: number } | null {
  if (!standing || !mayHaveBeenSent) return null
  const newBids = standing.ownBids.filter(({ at }) => !ownBidsBefore.some((before) => before.at === at))
  return newBids.find(({ amountCents }) => amountCents >= snipe.maximum) ?? null
}

/** What a page of the closed auction proves. `isOdd`: it contradicts an accepted bid, so that one page is not enough. */
export type Proof = { outcome: EngineOutcome; isOdd: boolean }

/** What the page of a closed auction proves about a snipe that was or may have been sent; null if nothing. */
export function proofOf(state: SnipeState, reading: ItemReading): Proof | null {
  const { standing, currentPriceCents: price } = reading
  const isCurrent = reading.clock.siteTime >= state.endsAt + PAGE_CURRENT_AFTER_MS
  if (standing?.leads) return isCurrent ? certainly('won') : null
  if (price > highestOwnMaximum(state, standing)) {
    const isPlaced = state.bid === 'stands' || !standing?.otherLeads
    return certainly(isPlaced ? 'lost' : 'price_past_maximum')
  }
  if (!standing) return null
  return state.bid === 'stands'
    ? proofOfLoss(state, reading, standing, isCurrent)
    : proofOfAbsence(state, reading, isCurrent)
}

/** Of a bid that the site has accepted, at a final price up to its maximum. */
function proofOfLoss(
  state: SnipeState,
  reading: ItemReading,
  standing: BidderStanding,
  isCurrent: boolean,
): Proof | null {
  const isShown = findPlacedBid(state, reading) !== null
  const marksOwnBids = standing.ownBids.length > 0
  if (standing.otherLeads && marksOwnBids && (isShown || isCurrent)) {
    // At exactly the maximum, another bidder's earlier bid has won.
    return { outcome: 'lost', isOdd: reading.currentPriceCents < state.snipe.maximum }
  }
  // The seller ended the auction, and the site has removed its bids.
  const isRetracted = reading.bidCount === 0 || (state.endedEarly && standing.otherLeads && !marksOwnBids)
  return isRetracted && isCurrent ? { outcome: 'ended_early', isOdd: true } : null
}

/** Of a bid that no page and no list has shown. A page that names no winner hides something, and proves nothing. */
function proofOfAbsence(state: SnipeState, { standing, bidCount }: ItemReading, isCurrent: boolean): Proof | null {
  if (!isCurrent || (!standing?.otherLeads && bidCount !== 0)) return null
  return certainly(state.refusal ?? (state.endedEarly ? 'ended_early' : unsentOutcome(state)))
}

const certainly = (outcome: EngineOutcome): Proof => ({ outcome, isOdd: false })

/** With a higher maximum of their own, made by hand, the owner may win at a price above the snipe's maximum. */
const highestOwnMaximum = ({ snipe, ownMaximumCents }: SnipeState, standing: BidderStanding | null) =>
  Math.max(snipe.maximum, ownMaximumCents, ...(standing?.ownBids ?? []).map(({ amountCents }) => amountCents))
