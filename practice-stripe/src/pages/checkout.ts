import { attachCard, CARDS, isCard } from '../cards.ts'
import type { Card, CheckoutSession } from '../records.ts'
import { checkoutOf, type Service } from '../service.ts'
import { StripeError } from '../stripe-error.ts'
import { createSubscription } from '../subscriptions.ts'
import { amountText, escape, page } from './html.ts'

const EVERY = { month: 'month', year: 'year' }

/** The page on which a customer pays, or what became of it. */
export function checkoutPage(service: Service, id: string, failure?: string): string {
  const session = checkoutOf(service, id)
  const { price } = session.line_items.data[0] ?? {}
  if (session.status !== 'open' || !price) {
    const what = session.status === 'complete' ? 'This has been paid already.' : 'This page has expired.'
    return page('Checkout', `<h1>${what}</h1>${backLink(session)}`)
  }
  const cards = Object.entries(CARDS)
    .map(
      ([value, { label }], index) =>
        `<label><input type="radio" name="card" value="${value}"${index === 0 ? ' checked' : ''}>${escape(label)}</label>`,
    )
    .join('')
  return page(
    'Checkout',
    `<h1>Subscribe to ${escape(nameOf(service, session))}</h1>
<p class="amount">${amountText(price.unit_amount)} a ${EVERY[price.recurring.interval]}</p>
${failure === undefined ? '' : `<p class="failure" role="alert">${escape(failure)}</p>`}
<form method="post">
<fieldset><legend>Pay with</legend>${cards}</fieldset>
<button type="submit">Subscribe</button>
</form>
${backLink(session)}`,
  )
}

const nameOf = ({ state }: Service, session: CheckoutSession) =>
  state.products[session.line_items.data[0]?.price.product ?? '']?.name ?? 'the plan'

const backLink = ({ cancel_url: url }: CheckoutSession) =>
  url === null ? '' : `<p><a class="plain" href="${escape(url)}">Back, without paying</a></p>`

/** Pays with a card. Answers the address to go to next, or the sentence of a refusal; then nothing has happened. */
export function payCheckout(service: Service, id: string, card: unknown): { goTo: string } | { failure: string } {
  const session = checkoutOf(service, id)
  if (session.status !== 'open') return { failure: 'This page has expired.' }
  if (!isCard(card)) return { failure: 'Choose a card.' }
  try {
    completeCheckout(service, session, card)
  } catch (error) {
    if (error instanceof StripeError && error.kind === 'card_error') return { failure: error.message }
    throw error
  }
  return { goTo: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) }
}

function completeCheckout(service: Service, session: CheckoutSession, card: Card) {
  const { price } = session.line_items.data[0] ?? {}
  if (!price) return
  attachCard(service, session.customer, card)
  const subscription = createSubscription(service, {
    customer: session.customer,
    price,
    metadata: session.subscription_metadata,
  })
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    url: null,
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
  })
  service.emit('checkout.session.completed', session)
}
