import { BID, type Bid } from '@bidwell/contract'
import { deviceClock } from '../time/device-clock.ts'

const WATCH_KEY = 'bid_watch_until'

/** Lets this browser poll results for a day after a bid is scheduled. Instants are epoch ms. */
export const watchNewBid = () => localStorage.setItem(WATCH_KEY, String(deviceClock.now() + BID.watchMs))

export const isWatching = (): boolean => deviceClock.now() < Number(localStorage.getItem(WATCH_KEY) ?? 0)

/** The bids that should have fired by now and have no result here. */
export const dueBids = (bids: readonly Bid[], now: number): Bid[] =>
  bids.filter((bid) => (bid.status === 'pending' || bid.status === 'executed') && bid.fireAt <= now)
