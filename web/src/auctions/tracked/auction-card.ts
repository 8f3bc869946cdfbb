import { AUCTION, auctionFromWire, type WireAuction } from '@bidwell/contract'
import { siteClock } from '../../time/site-clock.ts'
import { mayBeSeen } from '../../time/ticker.ts'

/** The id of a card's element. */
export const auctionCardId = (id: number): string => `auction-${id}`

/** The card of an auction in the list. Found by its id, because a search among all elements of a long list takes long. */
export const auctionCard = (id: number): HTMLElement | null => document.getElementById(auctionCardId(id))

const MAX_FRAMES = 300

/**
 * Gives the focus to an auction. A list draws its rows one part after another: a card that is not there yet gets the focus once
 * it is, unless the user has moved the focus from `from` meanwhile.
 */
export function focusCard(id: number, from = document.activeElement, frames = MAX_FRAMES) {
  const { activeElement, body } = document
  // What had the focus may go meanwhile, like the button of a message.
  if (activeElement !== from && activeElement !== body) return
  const link = auctionCard(id)?.querySelector<HTMLElement>('h3 a')
  if (link) link.focus()
  else if (frames > 0) requestAnimationFrame(() => focusCard(id, from, frames - 1))
}

/** Id of the tracked auction whose card has the focus; null when none has. */
export const focusedAuction = (): number | null => auctionIdOf(document.activeElement?.closest('[data-auction-card]'))

/** Id of the tracked auction in focus, otherwise of the one in the detail. */
export const currentAuction = (): number | null =>
  focusedAuction() ?? auctionIdOf(document.querySelector('[data-auction-card]:has(a[aria-current])'))

function auctionIdOf(card: Element | null | undefined): number | null {
  const id = Number(card?.getAttribute('data-auction-card') ?? Number.NaN)
  return Number.isSafeInteger(id) ? id : null
}

/**
 * Whether the user may see an auction: on its card, in the detail, or, in its last hour, on the last minute.
 * One without a card may be shown by another page.
 */
export function isInSight(auction: WireAuction): boolean {
  const card = auctionCard(auction.id)
  if (card === null || mayBeSeen(card)) return true
  return (
    auctionFromWire(auction).endsOn - siteClock.now() < AUCTION.endingSoonMs ||
    card.querySelector('a[aria-current]') !== null
  )
}
