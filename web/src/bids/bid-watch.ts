import { BID, type Bid } from '@bidwell/contract'
import { deviceClock } from '../time/device-clock.ts'

const WATCH_KEY = 'bid_watch_until'

/** From a bid's scheduling on, this browser goes on asking for results for a day. Instants are epoch ms. */
export const watchNewBid = () => localStorage.setItem(WATCH_KEY, String(deviceClock.now() + BID.watchMs))

export const isWatching = (): boolean => deviceClock.now() < Number(localStorage.getItem(WATCH_KEY) ?? 0)

/** The bids whose moment has come and whose result is not known here: worth asking for by name. */
export const dueBids = (bids: readonly Bid[], now: number): Bid[] =>
  bids.filter((bid) => (bid.status === 'pending' || bid.status === 'executed') && bid.fireAt <= now)
