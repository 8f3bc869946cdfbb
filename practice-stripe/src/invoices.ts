import { type Invoice, type Line, listOf, type Subscription } from './records.ts'
import { recordOf, type Service } from './service.ts'
import { declined, invalid } from './stripe-error.ts'

const DAY = 86_400
/** When the charge of an unpaid renewal is tried again, seconds after the invoice was made. */
const RETRIES = [3 * DAY, 5 * DAY, 7 * DAY]

type NewInvoice = { reason: Invoice['billing_reason']; lines: Line[]; isFirst?: boolean }

/** Makes an invoice and charges it. */
export function issueInvoice(service: Service, subscription: Subscription, { reason, lines, isFirst }: NewInvoice) {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const id = service.newId('in')
  const invoice: Invoice = {
    id,
    object: 'invoice',
    number: `PRACTICE-${String(Object.keys(service.state.invoices).length + 1).padStart(4, '0')}`,
    created: service.now(),
    customer: subscription.customer,
    billing_reason: reason,
    status: 'open',
    total,
    amount_paid: 0,
    attempt_count: 0,
    next_payment_attempt: null,
    hosted_invoice_url: `${service.url}/invoices/${id}`,
    lines: listOf(lines),
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
  }
  service.state.invoices[id] = invoice
  service.emit('invoice.finalized', invoice)
  collect(service, invoice, isFirst)
}

/** Whether a charge of the customer's card would go through. */
export function cardAccepts({ state }: Service, customer: string, isFirst = false): boolean {
  const card = state.customers[customer]?.practice_card
  return card === 'accepted' || (card === 'declined_later' && isFirst)
}

/** Charges an open invoice. On a decline, the subscription becomes past due, and the charge is planned again. */
export function collect(service: Service, invoice: Invoice, isFirst = false): boolean {
  const isPaid = invoice.total === 0 || cardAccepts(service, invoice.customer, isFirst)
  const retry = RETRIES[invoice.attempt_count]
  invoice.attempt_count += 1
  invoice.next_payment_attempt = isPaid || retry === undefined ? null : invoice.created + retry
  if (isPaid) Object.assign(invoice, { status: 'paid', amount_paid: invoice.total })
  service.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  const subscription = subscriptionOf(service, invoice)
  const status = openInvoicesOf(service, subscription).length === 0 ? 'active' : 'past_due'
  if (subscription.status !== 'canceled' && subscription.status !== status) {
    subscription.status = status
    service.emit('customer.subscription.updated', subscription)
  }
  return isPaid
}

/** Charges an open invoice when the customer asks for it. */
export function payInvoice(service: Service, invoice: Invoice): void {
  if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid.')
  if (!collect(service, invoice)) throw declined()
}

/** Gives an invoice up. */
export function voidInvoice(service: Service, invoice: Invoice): void {
  Object.assign(invoice, { status: 'void', next_payment_attempt: null })
  service.emit('invoice.voided', invoice)
}

const subscriptionOf = (service: Service, { parent }: Invoice): Subscription =>
  recordOf(service, 'subscriptions', parent.subscription_details.subscription)

export const openInvoicesOf = ({ state }: Service, { id }: Subscription): Invoice[] =>
  Object.values(state.invoices).filter(
    ({ status, parent }) => status === 'open' && parent.subscription_details.subscription === id,
  )
