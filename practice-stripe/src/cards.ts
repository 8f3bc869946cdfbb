import type { Card, PaymentMethod } from './records.ts'
import { customerOf, type Service } from './service.ts'

/** The cards that a person may choose instead of typing a number. The last digits are those of Stripe's own test cards. */
export const CARDS: Record<Card, { label: string; last4: string }> = {
  accepted: { label: 'A card that is accepted (4242)', last4: '4242' },
  declined_later: { label: 'A card that is accepted now and declined at the next renewal (0341)', last4: '0341' },
  declined: { label: 'A card that is declined (0002)', last4: '0002' },
}

export const isCard = (value: unknown): value is Card => typeof value === 'string' && Object.hasOwn(CARDS, value)

/** Makes a card the one that the customer's invoices are charged to. */
export function attachCard(service: Service, customerId: string, behavior: Card): void {
  const method: PaymentMethod = {
    id: service.newId('pm'),
    object: 'payment_method',
    created: service.now(),
    type: 'card',
    customer: customerId,
    card: { brand: 'visa', last4: CARDS[behavior].last4, exp_month: 12, exp_year: 2040 },
    practice_behavior: behavior,
    livemode: false,
  }
  service.state.paymentMethods[method.id] = method
  customerOf(service, customerId).invoice_settings.default_payment_method = method.id
}

export const cardOf = ({ state }: Service, customerId: string): PaymentMethod | undefined =>
  state.paymentMethods[state.customers[customerId]?.invoice_settings.default_payment_method ?? '']
