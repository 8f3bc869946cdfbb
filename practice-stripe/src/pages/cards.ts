import type { Card } from '../records.ts'
import { escape } from './html.ts'

/** The cards that a person may choose instead of typing a number. The last digits are those of Stripe's own test cards. */
const CARDS: Record<Card, { label: string; last4: string }> = {
  accepted: { label: 'A card that is accepted (4242)', last4: '4242' },
  declined_later: { label: 'A card that is accepted now and declined at the next renewal (0341)', last4: '0341' },
  declined: { label: 'A card that is declined (0002)', last4: '0002' },
}

export const isCard = (value: unknown): value is Card => typeof value === 'string' && Object.hasOwn(CARDS, value)

export const last4 = (card: Card | null): string => (card === null ? '(none)' : CARDS[card].last4)

/** The choice of a card. */
export const cardFields = (legend: string): string =>
  `<fieldset><legend>${legend}</legend>${Object.entries(CARDS)
    .map(
      ([value, { label }], index) =>
        `<label><input type="radio" name="card" value="${value}"${index === 0 ? ' checked' : ''}>${escape(label)}</label>`,
    )
    .join('')}</fieldset>`
