import { AUCTION } from '@bidwell/contract'
import type { LotView } from '../lot/lot-view.ts'

/**
 * Whether a lot that the user looks at is read again: its price is old, it is open, and nobody has asked for it for a minute.
 * Instants are epoch ms on the site's clock; `askedAt` is undefined when nobody has ever asked.
 */
export function isWorthReading({ lot, over }: LotView, askedAt: number | undefined, now: number): boolean {
  const isOld = now - lot.auction.lastCheckedAt > AUCTION.stalePriceMs
  return isOld && !over && (askedAt === undefined || now - askedAt >= AUCTION.stalePriceMs)
}
