import { AUCTION, auctionFromWire, type WireAuction } from '@bidwell/contract'
import { siteClock } from '../../time/site-clock.ts'
import { mayBeSeen } from '../../time/ticker.ts'

/** The id of a card's element. */
export const lotCardId = (id: number): string => `lot-${id}`

/** The card of a lot in the list. Found by its id, because a search among all elements of a long list takes long. */
export const lotCard = (id: number): HTMLElement | null => document.getElementById(lotCardId(id))

/** Id of the tracked auction whose card has the focus; null when none has. */
export const focusedLot = (): number | null => lotIdOf(document.activeElement?.closest('[data-lot]'))

/** Id of the tracked auction in focus, otherwise of the one in the detail. */
export const currentLot = (): number | null =>
  focusedLot() ?? lotIdOf(document.querySelector('[data-lot]:has(a[aria-current])'))

function lotIdOf(card: Element | null | undefined): number | null {
  const id = Number(card?.getAttribute('data-lot') ?? Number.NaN)
  return Number.isSafeInteger(id) ? id : null
}

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
