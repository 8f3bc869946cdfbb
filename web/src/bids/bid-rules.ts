import { type Auction, type Bid, changeDeadline, messages } from '@bidwell/contract'
import { centsOf } from '../ui/money.ts'

const SECOND = 1_000
/** So near the end, removing or cancelling asks for a confirmation: an undo could come too late. */
const TOO_LATE_TO_UNDO_MS = 5 * 60 * SECOND

/** Whether a bid may still fire or has no result yet. */
export const isLive = (bid: Pick<Bid, 'status' | 'phase'>): boolean =>
  bid.status === 'pending' || (bid.status === 'executed' && bid.phase !== 'settled')

/** Whether a bid is still to be sent: it is scheduled and not locked in. */
export const isToBeSent = ({ status, phase }: Pick<Bid, 'status' | 'phase'>): boolean =>
  status === 'pending' && (phase === 'waiting' || phase === 'armed' || phase === 'paused')

/** The reason, for the user, why an offline browser changes nothing; null while online. */
export const whyOffline = (online: boolean): string | null => (online ? null : messages.page.offlineNoChange)

/** The next acceptable bid is above the maximum. */
export const isOverMax = (auction: Pick<Auction, 'minimumBid'>, bid: Pick<Bid, 'maxBid'>): boolean =>
  centsOf(auction.minimumBid) > centsOf(bid.maxBid)

/** The time to send the bid has come, and the price keeps it from being sent. */
export const isHeldBack = (
  auction: Pick<Auction, 'minimumBid'>,
  bid: Pick<Bid, 'status' | 'phase' | 'fireAt' | 'maxBid'>,
  now: number,
): boolean => isToBeSent(bid) && bid.phase !== 'paused' && now >= changeDeadline(bid.fireAt) && isOverMax(auction, bid)

/** Its group has not let it out yet. Its moment may pass meanwhile, and it can be changed as before. */
export const waitsForGroup = ({ group }: Pick<Bid, 'group'>): boolean =>
  group?.state === 'waiting' || group?.state === 'held'

/** The reason, for the user, why a bid cannot be changed or cancelled now; null when it can. */
export function whyNotChange(
  bid: Pick<Bid, 'status' | 'phase' | 'fireAt' | 'maxBid' | 'group'>,
  now: number,
  auction: Pick<Auction, 'minimumBid'>,
): string | null {
  if (bid.status !== 'pending') return messages.bid.cannotChangeFinished
  switch (bid.phase) {
    case 'waiting':
    case 'armed':
      if (now < changeDeadline(bid.fireAt) || isHeldBack(auction, bid, now) || waitsForGroup(bid)) return null
      return messages.bid.cannotChange
    case 'restored':
      return now >= changeDeadline(bid.fireAt) ? messages.waiting.notChangeable : null
    case 'paused':
      return null
    case 'locked_in':
    case 'sent':
    case 'checking':
      return messages.bid.cannotChange
    case 'settled':
      return messages.bid.cannotChangeFinished
  }
}

/** With less time than this before the close, the server keeps no bid. */
export const MIN_TIME_TO_KEEP_MS = 3 * SECOND

export const closeOf = ({ fireAt, secondsBeforeEnd }: Pick<Bid, 'fireAt' | 'secondsBeforeEnd'>): number =>
  fireAt + secondsBeforeEnd * SECOND

/**
 * Whether the owner is asked to keep a restored bid. From its moment on it may have been sent before the restore: then the site
 * is read first.
 */
export const isAsked = (bid: Bid, now: number): boolean =>
  bid.restored !== null && (now < bid.fireAt || bid.restored.isNotAtSite) && now < closeOf(bid) - MIN_TIME_TO_KEEP_MS

export const needsDialogToUndo = (endsOn: number, now: number): boolean => endsOn - now <= TOO_LATE_TO_UNDO_MS
