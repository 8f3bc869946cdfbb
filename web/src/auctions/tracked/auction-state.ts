import { AUCTION, type Auction, BID, type Bid } from '@bidwell/contract'
import {
  closeOf,
  isAsked,
  isHeldBack,
  isOverMax,
  isToBeSent,
  MIN_TIME_TO_KEEP_MS,
  waitsForGroup,
} from '../../bids/bid-rules.ts'
import { blockingFinding } from '../../bids/preflight-rules.ts'
import { auctionPhase } from '../../time/countdown-rules.ts'
import { centsOf } from '../../ui/money.ts'
import type { TrackedAuction } from './tracked-auction.ts'

export type AuctionState =
  | 'watching'
  | 'bid_unknown'
  | 'armed'
  | 'held'
  | 'ending_soon'
  | 'final_minute'
  | 'over_max'
  | 'bid_again'
  | 'at_risk'
  | 'stopped'
  | 'paused'
  | 'restored'
  | 'restored_checking'
  | 'unconfirmed'
  | 'bidding'
  | 'accepted'
  | 'overtaken'
  | 'checking'
  | 'withdrawn'
  | 'result_pending'
  | 'result_unknown'
  | 'won'
  | 'lost'
  | 'outbid'
  | 'failed'
  | 'not_sent'
  | 'ended'

const FINAL_MINUTE_MS = 60_000
/** A lock-in is shown sooner than this after the fire time; otherwise nothing is known about the sending. */
const LOCK_IN_TIMEOUT_MS = 2_000

export const isOver = (auction: Pick<Auction, 'closedBecause' | 'endsOn'>, now: number): boolean =>
  auction.closedBecause !== null || auctionPhase(auction.endsOn, now) === 'ended'

/** The state of an auction at an instant of the site's clock, epoch ms. */
export function stateOf(tracked: TrackedAuction, now: number): AuctionState {
  const { auction, bid, bidUnknown } = tracked
  const over = isOver(auction, now)
  if (bidUnknown && !over) return 'bid_unknown'
  if (bid === null) return over ? stateWithoutBid(auction) : stateByTime(auction, now, 'watching')
  if (bid.group?.state === 'skipped') return 'not_sent'
  switch (bid.status) {
    case 'won':
    case 'lost':
    case 'failed':
      return bid.status
    case 'outbid':
      return over ? 'outbid' : 'bid_again'
    case 'cancelled':
    case 'auction_ended':
      return over ? 'ended' : stateByTime(auction, now, 'watching')
    case 'executed':
      if (bid.outcome === 'unresolved') return 'result_unknown'
      if (over) return 'result_pending'
      return isOvertaken(auction, bid) ? 'overtaken' : 'accepted'
    case 'pending':
      if (over && bid.group?.state === 'held') return 'held'
      if (waitsForReturn(auction, bid, now)) return 'withdrawn'
      if (over) return bid.phase === 'checking' ? 'checking' : 'result_pending'
      return stateOfPending(tracked, bid, now)
  }
}

/** The bid keeps its moment, and counts if the item comes back. */
const waitsForReturn = ({ closedBecause }: Auction, bid: Bid, now: number): boolean =>
  closedBecause === 'withdrawn' && isToBeSent(bid) && now < closeOf(bid)

/** An auction on which the user had no maximum is never lost: it just ended. */
function stateWithoutBid({ status, maxBid }: Auction): AuctionState {
  if (status === 'won') return 'won'
  return status === 'lost' && maxBid !== null ? 'lost' : 'ended'
}

function stateOfPending({ auction, loginStop }: TrackedAuction, bid: Bid, now: number): AuctionState {
  switch (bid.phase) {
    case 'locked_in':
    case 'sent':
      return 'bidding'
    case 'checking':
      return 'checking'
    case 'restored':
      return isAsked(bid, now) ? 'restored' : 'restored_checking'
    case 'paused':
      return loginStop === undefined ? 'paused' : 'stopped'
    case 'waiting':
    case 'armed':
    case 'settled':
      if (loginStop === undefined && isHeldBack(auction, bid, now)) return 'bid_again'
      // A change takes the reason away until an engine has asked again.
      if (loginStop === undefined && (bid.group?.state === 'held' || (waitsForGroup(bid) && now >= bid.fireAt)))
        return 'held'
      if (loginStop !== undefined) return 'stopped'
      if (now >= bid.fireAt + LOCK_IN_TIMEOUT_MS) return 'unconfirmed'
      if (isOverMax(auction, bid)) return 'over_max'
      return isAtRisk(bid) ? 'at_risk' : stateByTime(auction, now, 'armed')
  }
}

/** The site has accepted the bid, and a price that was read since is above its maximum. */
export const isOvertaken = (
  { currentBid, lastCheckedAt }: Pick<Auction, 'currentBid' | 'lastCheckedAt'>,
  { status, executedAt, maxBid }: Pick<Bid, 'status' | 'executedAt' | 'maxBid'>,
): boolean =>
  status === 'executed' && executedAt !== null && lastCheckedAt >= executedAt && centsOf(currentBid) > centsOf(maxBid)

/** Excludes a maximum that is too low: `isOverMax` decides that by the price, which is newer than the preflight. */
function isAtRisk(bid: Bid): boolean {
  const finding = blockingFinding(bid)
  return finding !== null && finding.remedy !== 'raise_bid'
}

function stateByTime(auction: Auction, now: number, early: 'watching' | 'armed'): AuctionState {
  if (auction.endsOn - now <= FINAL_MINUTE_MS) return 'final_minute'
  return auctionPhase(auction.endsOn, now) === 'endingSoon' ? 'ending_soon' : early
}

const RESTING_MS = 120_000

/** Until when an auction that has ended keeps its place in the list, so that its result is seen there; epoch ms. */
export const restsUntil = ({ auction }: Pick<TrackedAuction, 'auction'>): number => auction.endsOn + RESTING_MS

/** The instants at which the state of an auction, or its place in the list, changes by time alone, epoch ms. */
export function transitionsOf({ auction, bid }: TrackedAuction): number[] {
  const transitions = [
    auction.endsOn - AUCTION.endingSoonMs,
    auction.endsOn - FINAL_MINUTE_MS,
    auction.endsOn,
    restsUntil({ auction }),
  ]
  if (bid?.phase === 'restored') transitions.push(bid.fireAt, closeOf(bid) - MIN_TIME_TO_KEEP_MS)
  if (bid?.status === 'pending')
    transitions.push(bid.fireAt - BID.lockInBeforeMs, bid.fireAt + LOCK_IN_TIMEOUT_MS, closeOf(bid))
  return transitions
}
