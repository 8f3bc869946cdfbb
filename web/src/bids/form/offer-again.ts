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
 * The bid that is offered to an owner whose maximum the price has passed; its amount is in dollars. Null where even the next
 * bid has to be confirmed, and for a bid that was set by its delivered price: a tap is too little for it.
 */
export function offerAgain(auction: Auction, bid: Bid, now: number): OfferAgain | null {
  // Any higher bid costs more than the owner said.
  if (bid.delivered) return null
  const next = centsOf(auction.minimumBid)
  const room = next + ROOM_STEPS * centsOf(auction.bidIncrement)
  const cents = [room, next].find((amount) => amount > centsOf(bid.maxBid) && !isFarAbove(amount, auction))
  if (cents === undefined) return null
  const isInTime = !isHeldBack(auction, bid, now) && now < changeDeadlineOf(auction.endsOn, bid.secondsBeforeEnd)
  return {
    maxBid: cents / 100,
    secondsBeforeEnd: bid.status === 'pending' && isInTime ? bid.secondsBeforeEnd : SHORT_LEAD,
  }
}

/** The last instant at which another bid can be asked for, epoch ms. */
export const lastOfferAt = ({ endsOn }: Pick<Auction, 'endsOn'>): number => endsOn - MIN_TIME_TO_KEEP_MS - REQUEST_MS
