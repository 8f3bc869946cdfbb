import { type Auction, type Bid, formatCents, messages } from '@bidwell/contract'
import { closeOf } from '../../bids/bid-rules.ts'
import { describeResult } from '../../bids/describe-result.ts'
import { siteTimes, viewerTimes } from '../../time/zoned-times.ts'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { winSentence } from '../../wins/win-text.ts'
import type { AuctionState } from './auction-state.ts'
import type { TrackedAuction } from './tracked-auction.ts'

/** The state of an auction and what comes next, in one or two sentences. */
export function sentenceOf(
  { auction, bid, loginStop, win }: TrackedAuction,
  state: AuctionState,
  siteName: string,
): string {
  switch (state) {
    case 'watching':
    case 'armed':
    case 'ending_soon':
      return bid?.status === 'pending' ? planOf(bid) : 'No bid scheduled.'
    case 'held':
    case 'not_sent':
      return bid?.group ? messages.bidGroup.sentence(bid.group, bid.outcome) : ''
    case 'bid_unknown':
      return 'Your bid could not be read just now. If one is scheduled, it still runs.'
    case 'final_minute':
      return bid?.status === 'pending'
        ? `Final minute. Bids with ${bid.secondsBeforeEnd} s left.`
        : 'Final minute. No bid scheduled.'
    case 'over_max':
      return `${aboveMax(auction, bid)} Raise it or let it go.`
    case 'bid_again':
      return `Next bid ${formatDollars(auction.minimumBid)}: bid again or let it go.`
    case 'at_risk':
      return bid?.preflight?.findings[0]?.message ?? ''
    case 'stopped':
      return loginStop === undefined ? '' : messages.connection.stopped[loginStop](siteName)
    case 'paused':
      return bid === null
        ? 'Bidding is paused.'
        : `Paused: your bid of up to ${formatDollars(bid.maxBid)} is not sent until bidding is resumed.`
    case 'restored':
      return bid?.restored ? questionOf(bid, bid.restored) : ''
    case 'restored_checking':
      return messages.waiting.looking(siteName)
    case 'unconfirmed':
      return `Due${bid === null ? '' : ` with ${bid.secondsBeforeEnd} s left`}. We have no word yet whether it was sent.`
    case 'bidding':
      return 'Placing your bid…'
    case 'accepted':
      return acceptedBy(bid, siteName)
    case 'overtaken':
      return `Outbid at ${formatDollars(auction.currentBid)}, after ${siteName} had accepted your bid.`
    case 'checking':
      return messages.result.checking(siteName, bid?.checkingSince ? siteTimes.clock(bid.checkingSince) : null)
    case 'withdrawn':
      return bid === null
        ? howItEnded(auction)
        : messages.auction.withdrawnBeforeBid(siteTimes.dayAndMinute(closeOf(bid)))
    case 'result_pending':
      if (bid?.ledAtClose) return messages.result.ledAtClose
      return messages.result.checkingResult(
        auction.closedBecause === null || auction.closedBecause === 'ended' ? siteTimes.clock(auction.endsOn) : null,
      )
    case 'result_unknown':
      return messages.outcome.unresolved(siteName)
    case 'won':
      return `${wonFor(auction, bid)} ${afterWin(win, siteName)}`
    case 'lost':
      return lostTo(auction, bid)
    case 'outbid':
      return notWon(auction, bid, siteName)
    case 'failed':
      return failure(bid, siteName)
    case 'ended':
      return bid?.outcome === 'paused'
        ? `${describeResult(bid, siteName)}. ${howItEnded(auction)}`
        : howItEnded(auction)
  }
}

const questionOf = ({ maxBid }: Bid, { takenAt }: { takenAt: number }): string =>
  messages.waiting.question(viewerTimes().dayAndMinute(takenAt), { amount: formatDollars(maxBid) })

const planOf = (bid: Bid): string => {
  const seconds = bid.secondsBeforeEnd === 1 ? '1 second' : `${bid.secondsBeforeEnd} seconds`
  const condition = bid.group?.state === 'waiting' ? messages.bidGroup.ifNotWon : ''
  return `We bid up to ${formatDollars(bid.maxBid)} with ${seconds} left${condition}.`
}

function aboveMax(auction: Auction, bid: Bid | null): string {
  const max = centsOf(bid?.maxBid ?? auction.maxBid ?? 0)
  const excess = centsOf(auction.currentBid) - max
  if (excess > 0) return `Price is ${formatCents(excess)} above your max.`
  if (centsOf(auction.minimumBid) > max) return `The next bid is ${formatDollars(auction.minimumBid)}, above your max.`
  // The site has refused the bid, and the price that is shown was read before.
  return 'The price has passed your max.'
}

const acceptedBy = (bid: Bid | null, siteName: string): string => {
  const at = bid?.executedAt ?? null
  return at === null ? `Accepted by ${siteName}.` : `Accepted by ${siteName} ${siteTimes.exact(at)}.`
}

function wonFor(auction: Auction, bid: Bid | null): string {
  // The price that was read last may be from before the close.
  if (bid !== null && bid.finalPrice === null) return 'Won.'
  const price = centsOf(bid?.finalPrice ?? auction.currentBid)
  const max = bid?.maxBid ?? auction.maxBid
  const savedCents = max === null ? 0 : centsOf(max) - price
  return savedCents > 0
    ? `Won for ${formatCents(price)}, ${formatCents(savedCents)} under your max.`
    : `Won for ${formatCents(price)}.`
}

const afterWin = (win: TrackedAuction['win'], siteName: string): string =>
  !win || win.gap === 'not_read' || win.gap === 'not_listed' ? `Pay on ${siteName}.` : winSentence(win, siteName)

function lostTo(auction: Auction, bid: Bid | null): string {
  const price = bid?.finalPrice ?? auction.currentBid
  const max = bid?.maxBid ?? auction.maxBid
  if (max === null) return `Lost: sold for ${formatDollars(price)}.`
  const stepCents = centsOf(auction.bidIncrement)
  return `Lost: ${messages.outcome.soldFor({ priceCents: centsOf(price), maxBidCents: centsOf(max), stepCents })}`
}

function notWon(auction: Auction, bid: Bid | null, siteName: string): string {
  const sold = `Lost: sold for ${formatDollars(bid?.finalPrice ?? auction.currentBid)}.`
  return bid === null ? sold : `${sold} ${describeResult(bid, siteName)}.`
}

function failure(bid: Bid | null, siteName: string): string {
  return bid?.errorDetail || `${bid === null ? 'Not placed' : describeResult(bid, siteName)}.`
}

function howItEnded(auction: Auction): string {
  if (auction.closedBecause === 'withdrawn') return 'The item was withdrawn.'
  const sold = auction.bidCount === 0 ? 'without bids' : `at ${formatDollars(auction.currentBid)}`
  return auction.closedBecause === 'ended_early' ? `The seller ended it early, ${sold}.` : `Ended ${sold}.`
}
