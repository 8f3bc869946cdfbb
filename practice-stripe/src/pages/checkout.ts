import { recordOf, type Service } from '../service.ts'
import { invalid } from '../stripe-error.ts'
import { createSubscription } from '../subscriptions.ts'
import { cardFields, isCard } from './cards.ts'
import { escape, failureOf, page, priceText } from './html.ts'

/** The page on which a customer pays, or what became of it. */
export function checkoutPage(service: Service, id: string, failure?: string): string {
  const { status, practice_price: price, cancel_url } = recordOf(service, 'checkouts', id)
  const back = `<p><a class="plain" href="${escape(cancel_url)}">Back, without paying</a></p>`
  if (status !== 'open') {
    const what = status === 'complete' ? 'This has been paid already.' : 'This page has expired.'
    return page('Checkout', `<h1>${what}</h1>${back}`)
  }
  return page(
    'Checkout',
    `<h1>Subscribe to ${escape(recordOf(service, 'products', price.product).name)}</h1>
<p class="amount">${priceText(price)}</p>
${failureOf(failure)}
<form method="post">${cardFields('Pay with')}<button type="submit">Subscribe</button></form>
${back}`,
  )
}

/** Pays with a card. Returns the address to go to next. Throws a refusal; then nothing has happened. */
export function payCheckout(service: Service, id: string, card: unknown): string {
  const session = recordOf(service, 'checkouts', id)
  if (session.status !== 'open') throw invalid('This page has expired.')
  if (!isCard(card)) throw invalid('Choose a card.')
  const { customer, practice_price: price, practice_metadata: metadata } = session
  recordOf(service, 'customers', customer).practice_card = card
  const subscription = createSubscription(service, { customer, price, metadata })
  Object.assign(session, { status: 'complete', url: null, subscription: subscription.id })
  service.emit('checkout.session.completed', session)
  return session.success_url
}
