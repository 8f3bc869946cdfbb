import { type Auction, BID, type Bid } from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'
import { isHeldBack, MIN_TIME_TO_KEEP_MS } from '../bid-rules.ts'
import { changeDeadlineOf, isFarAbove } from '../typed-bid.ts'

/** How many steps of the site the offered maximum is above the next bid: at the next bid itself, one more rival bid passes it. */
const ROOM_STEPS = 3
/** How long a request may take before the server keeps no bid any more. */
const REQUEST_MS = 1_000
/** The shortest lead that leaves time for a slow answer of the site, seconds. */
const SHORT_LEAD = Number(BID.defaultTimingPreference)

export type OfferAgain = { maxBid: number; secondsBeforeEnd: number }

/**
 * The maximum that is offered, in dollars, to an owner whose own the price has passed. Null where even the next bid has to be
 * confirmed.
 */
export function offeredMax(
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid' | 'bidIncrement'>,
  passed: number,
): number | null {
  const next = centsOf(auction.minimumBid)
  const room = next + ROOM_STEPS * centsOf(auction.bidIncrement)
  const cents = [room, next].find((amount) => amount > centsOf(passed) && !isFarAbove(amount, auction))
  return cents === undefined ? null : cents / 100
}

/** The bid that a tap makes; null for one that was set by its delivered price too: a tap is too little for it. */
export function offerAgain(auction: Auction, bid: Bid, now: number): OfferAgain | null {
  // Any higher bid costs more than the owner said.
  const maxBid = bid.delivered ? null : offeredMax(auction, bid.maxBid)
  if (maxBid === null) return null
  const isInTime = !isHeldBack(auction, bid, now) && now < changeDeadlineOf(auction.endsOn, bid.secondsBeforeEnd)
  return { maxBid, secondsBeforeEnd: bid.status === 'pending' && isInTime ? bid.secondsBeforeEnd : SHORT_LEAD }
}

/** The last instant at which another bid can be asked for, epoch ms. */
export const lastOfferAt = ({ endsOn }: Pick<Auction, 'endsOn'>): number => endsOn - MIN_TIME_TO_KEEP_MS - REQUEST_MS
