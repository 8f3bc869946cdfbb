import {
  type BillingReason,
  type Charge,
  type Invoice,
  type InvoiceLine,
  listOf,
  type Subscription,
} from './records.ts'
import { customerOf, itemOf, type Service } from './service.ts'
import { declined, invalid } from './stripe-error.ts'

const DAY = 86_400
/** When the charge of an unpaid renewal is tried again, seconds after the invoice was made. */
const RETRIES = [3 * DAY, 5 * DAY, 7 * DAY]

export type Line = Pick<InvoiceLine, 'amount' | 'description' | 'proration' | 'period'>

type NewInvoice = { reason: BillingReason; lines: Line[] }

/** The invoice for these lines as it would be made now. Stores nothing. */
export function draftInvoice(service: Service, subscription: Subscription, { reason, lines }: NewInvoice): Invoice {
  const customer = customerOf(service, subscription.customer)
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (total < 0) throw invalid('This change would give credit, which this practice service does not keep.')
  const id = service.newId('in')
  return {
    id,
    object: 'invoice',
    number: null,
    created: service.now(),
    customer: customer.id,
    customer_email: customer.email,
    currency: subscription.currency,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    status: 'open',
    subtotal: total,
    total,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempted: false,
    attempt_count: 0,
    next_payment_attempt: null,
    hosted_invoice_url: `${service.url}/invoices/${id}`,
    invoice_pdf: null,
    lines: listOf(
      lines.map((line) => ({
        id: service.newId('il'),
        object: 'line_item',
        currency: subscription.currency,
        ...line,
      })),
      `/v1/invoices/${id}/lines`,
    ),
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    payments: listOf([], '/v1/invoice_payments'),
    period_start: start,
    period_end: end,
    status_transitions: {
      finalized_at: service.now(),
      paid_at: null,
      voided_at: null,
      marked_uncollectible_at: null,
    },
    metadata: {},
    livemode: false,
  }
}

/** Whether a charge of the customer's card would go through. */
export function cardAccepts({ state }: Service, customerId: string, isFirst = false): boolean {
  const method = state.customers[customerId]?.invoice_settings.default_payment_method ?? ''
  const behavior = state.paymentMethods[method]?.practice_behavior
  return behavior === 'accepted' || (behavior === 'declined_later' && isFirst)
}

/** Makes the invoice final. */
export function issueInvoice(service: Service, subscription: Subscription, invoice: Invoice): void {
  const { state } = service
  invoice.number = `PRACTICE-${String(Object.keys(state.invoices).length + 1).padStart(4, '0')}`
  state.invoices[invoice.id] = invoice
  subscription.latest_invoice = invoice.id
  service.emit('invoice.finalized', invoice)
}

/** Charges an open invoice. On a decline, the subscription becomes past due, and the charge is planned again. */
export function collect(service: Service, invoice: Invoice, { isFirst = false } = {}): boolean {
  invoice.attempted = true
  if (invoice.amount_remaining > 0 && !cardAccepts(service, invoice.customer, isFirst)) {
    const retry = RETRIES[invoice.attempt_count]
    invoice.attempt_count += 1
    invoice.next_payment_attempt = retry === undefined ? null : invoice.created + retry
    service.emit('invoice.payment_failed', invoice)
    setStatus(service, invoice, 'past_due')
    return false
  }
  if (invoice.amount_remaining > 0) {
    invoice.attempt_count += 1
    const { payment_intent } = chargeCard(service, invoice)
    invoice.payments.data.push({
      id: service.newId('inpay'),
      object: 'invoice_payment',
      created: service.now(),
      amount_paid: invoice.amount_remaining,
      amount_requested: invoice.amount_remaining,
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      payment: { type: 'payment_intent', payment_intent },
      status: 'paid',
      livemode: false,
    })
  }
  invoice.amount_paid += invoice.amount_remaining
  invoice.amount_remaining = 0
  invoice.status = 'paid'
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = service.now()
  service.emit('invoice.paid', invoice)
  service.emit('invoice.payment_succeeded', invoice)
  if (openInvoicesOf(service, invoice).length === 0) setStatus(service, invoice, 'active')
  return true
}

function chargeCard(service: Service, { amount_remaining, currency, customer }: Invoice): Charge {
  const charge: Charge = {
    id: service.newId('ch'),
    object: 'charge',
    created: service.now(),
    amount: amount_remaining,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    currency,
    customer,
    payment_intent: service.newId('pi'),
    status: 'succeeded',
    livemode: false,
  }
  service.state.charges[charge.id] = charge
  service.emit('charge.succeeded', charge)
  return charge
}

/** Charges an open invoice when the customer asks for it. */
export function payInvoice(service: Service, invoice: Invoice): void {
  if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid.')
  if (!collect(service, invoice)) throw declined()
}

export function voidInvoice(service: Service, invoice: Invoice): void {
  if (invoice.status !== 'open') throw invalid('Only an open invoice can be voided.')
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = service.now()
  service.emit('invoice.voided', invoice)
}

/** The open invoices of the subscription that an invoice belongs to. */
export const openInvoicesOf = ({ state }: Service, invoice: Pick<Invoice, 'parent'>): Invoice[] =>
  Object.values(state.invoices).filter(
    ({ status, parent }) =>
      status === 'open' &&
      parent.subscription_details.subscription === invoice.parent.subscription_details.subscription,
  )

function setStatus(service: Service, invoice: Invoice, status: 'active' | 'past_due') {
  const subscription = service.state.subscriptions[invoice.parent.subscription_details.subscription]
  if (!subscription || subscription.status === 'canceled' || subscription.status === status) return
  subscription.status = status
  service.emit('customer.subscription.updated', subscription)
}
