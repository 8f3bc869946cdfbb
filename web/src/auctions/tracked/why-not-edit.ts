import { messages } from '@bidwell/contract'
import { isLive, whyNotChange, whyOffline } from '../../bids/bid-rules.ts'
import { isOver } from './auction-state.ts'
import type { TrackedAuction } from './tracked-auction.ts'

/** The reason, for the user, why no bid can be scheduled or changed on an auction now; null when one can. */
export function whyNotEdit({ auction, bid, bidUnknown }: TrackedAuction, now: number, online: boolean): string | null {
  const offline = whyOffline(online)
  if (offline !== null) return offline
  if (isOver(auction, now)) return messages.auction.alreadyOver
  if (bidUnknown) return 'Your bid on this could not be read yet.'
  if (bid?.phase === 'restored') return messages.waiting.answerFirst
  return bid !== null && isLive(bid) ? whyNotChange(bid, now, auction) : null
}
