import { type Auction, type Bid, BID } from '@bidwell/contract'
import { stepsReached } from '../../bids/steps-reached.ts'
import { formatDollars } from '../../ui/money.ts'
import { isOvertaken } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { lastMinuteText } from './shown-auction.ts'

export type Station = {
  name: string
  /** `outbid`: while the auction runs. `failed`: the bid came here, and it was not good enough. */
  state: 'done' | 'current' | 'ahead' | 'outbid' | 'failed'
}

/**
 * How far a bid has come, from the lock-in to its result; null for a bid that is paused, that its group holds, or
 * that the site has not taken.
 */
export function stationsOf({ auction, bid }: TrackedAuction, over: boolean): Station[] | null {
  const reached = bid === null ? null : stepsReached(bid)
  if (bid === null || reached === null) return null
  const untilSending = auction.endsOn - bid.fireAt
  const lockedIn = lastMinuteText(untilSending + BID.lockInBeforeMs, 'seconds')
  const sent = lastMinuteText(untilSending, 'tenths')
  const before: Station[] = [
    reached >= 1 ? done(`Locked in ${lockedIn}`) : { name: `Locks in at ${lockedIn}`, state: 'current' },
    reached >= 2 ? done(`Sent ${sent}`) : { name: `Sent at ${sent}`, state: reached === 1 ? 'current' : 'ahead' },
  ]
  if (bid.status === 'outbid') return [...before, { name: 'Outbid', state: over ? 'failed' : 'outbid' }]
  return [...before, answerOf(auction, bid, reached), resultOf(bid, reached, over)]
}

const done = (name: string): Station => ({ name, state: 'done' })

function answerOf(auction: Auction, bid: Bid, reached: number): Station {
  if (isOvertaken(auction, bid)) return { name: `Outbid at ${formatDollars(auction.currentBid)}`, state: 'outbid' }
  if (reached >= 3) return done('Accepted')
  if (bid.phase === 'checking') return { name: 'Result unknown, checking', state: 'current' }
  return { name: 'Accepted', state: reached === 2 ? 'current' : 'ahead' }
}

/** Only the site says that a bid has won. */
function resultOf({ status, finalPrice, ledAtClose }: Bid, reached: number, over: boolean): Station {
  const price = finalPrice === null ? '' : formatDollars(finalPrice)
  if (status === 'won') return done(price === '' ? 'Won' : `Won for ${price}`)
  if (status === 'lost') return { name: price === '' ? 'Lost' : `Lost at ${price}`, state: 'failed' }
  if (!over || reached !== 3) return { name: 'Result', state: 'ahead' }
  return { name: ledAtClose ? 'Confirming' : 'Checking the result', state: 'current' }
}
