import { AUCTION, auctionFromWire, type WireAuction } from '@bidwell/contract'
import { siteClock } from '../../time/site-clock.ts'
import { mayBeSeen } from '../../time/ticker.ts'
import { lotCard } from './lot-card.ts'

/**
 * Whether the user may see an auction: on its card, in the detail, or, in its last hour, on the stage of the last minute.
 * One without a card may be shown by another page.
 */
export function isInSight(auction: WireAuction): boolean {
  const card = lotCard(auction.id)
  if (card === null || mayBeSeen(card)) return true
  return (
    auctionFromWire(auction).endsOn - siteClock.now() < AUCTION.endingSoonMs ||
    card.querySelector('a[aria-current]') !== null
  )
}
