import type * as z from 'zod/mini'
import { type CheckoutSession, listOf } from '../records.ts'
import { checkoutOf, customerOf, priceOf, type Service } from '../service.ts'
import { invalid } from '../stripe-error.ts'
import type * as request from './requests.ts'

const HALF_HOUR = 1_800
const DAY = 86_400

export function createCheckout(service: Service, input: z.infer<typeof request.NewCheckout>): CheckoutSession {
  const now = service.now()
  const customer = customerOf(service, input.customer, 'customer')
  const [line] = input.line_items
  const price = priceOf(service, line?.price ?? '', 'line_items[0][price]')
  if (!price.active) throw invalid(`The price ${price.id} is inactive.`, 'line_items[0][price]')
  const expiresAt = input.expires_at ?? now + DAY
  if (expiresAt < now + HALF_HOUR || expiresAt > now + DAY) {
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at')
  }
  const id = service.newId('cs_test')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    created: now,
    expires_at: expiresAt,
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: input.client_reference_id ?? null,
    customer: customer.id,
    customer_email: null,
    currency: price.currency,
    amount_subtotal: price.unit_amount,
    amount_total: price.unit_amount,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    subscription: null,
    invoice: null,
    url: `${service.url}/checkout/${id}`,
    line_items: listOf(
      [{ id: service.newId('li'), object: 'item', price, quantity: 1, amount_total: price.unit_amount }],
      `/v1/checkout/sessions/${id}/line_items`,
    ),
    subscription_metadata: input.subscription_data?.metadata ?? {},
    metadata: input.metadata ?? {},
    livemode: false,
  }
  service.state.checkoutSessions[id] = session
  return session
}

export function expireCheckout(service: Service, id: string): CheckoutSession {
  const session = checkoutOf(service, id)
  if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
  session.status = 'expired'
  session.url = null
  service.emit('checkout.session.expired', session)
  return session
}
