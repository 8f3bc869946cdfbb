import { AUCTION } from '@bidwell/contract'
import type { AuctionView } from '../tracked/auction-view.ts'

/**
 * Whether an auction that the user looks at is read again: its price is old, it is open, and nobody has asked for it for a minute.
 * Instants are epoch ms on the site's clock; `askedAt` is undefined when nobody has ever asked.
 */
export function isWorthReading({ tracked, over }: AuctionView, askedAt: number | undefined, now: number): boolean {
  const isOld = now - tracked.auction.lastCheckedAt > AUCTION.stalePriceMs
  return isOld && !over && (askedAt === undefined || now - askedAt >= AUCTION.stalePriceMs)
}
