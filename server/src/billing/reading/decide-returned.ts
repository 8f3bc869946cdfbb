import { type BillingObjects, type StripeInvoice, subscriptionOf } from '../stripe-objects.ts'

/** A bank has taken the money back until the dispute is decided. An inquiry (`warning_…`) has taken nothing yet. */
const OPEN = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']
const LOST = 'lost'

type Payments = Pick<BillingObjects, 'charges' | 'disputes'>

export type ReturnedPayments = {
  /** Since when a bank has disputed one of them, in seconds; null without an open dispute. */
  disputedSince: number | null
  /** One of them went back for good, so that the subscription has to end. */
  isReturned: boolean
}

/**
 * What has become of the payments for a subscription. One of them went back for good when a dispute about it is lost, or
 * when it was refunded in full. A refund of a part is a courtesy of the operator.
 */
export function decideReturned(
  subscription: string,
  { invoices, ...payments }: Payments & Pick<BillingObjects, 'invoices'>,
): ReturnedPayments {
  const own = invoices.filter((invoice) => subscriptionOf(invoice) === subscription)
  const since = own.flatMap((invoice) => disputedSince(invoice, payments) ?? [])
  return {
    disputedSince: since.length === 0 ? null : Math.min(...since),
    isReturned: own.some((invoice) => isReturned(invoice, payments)),
  }
}

/** Since when the payment of an invoice has been disputed, in seconds; null without an open dispute. */
export function disputedSince(invoice: StripeInvoice, payments: Payments): number | null {
  const open = disputesOf(invoice, payments).filter(({ status }) => OPEN.includes(status))
  return open.length === 0 ? null : Math.min(...open.map(({ created }) => created))
}

/** Whether the payment of an invoice is in dispute, or was returned for good; null while it is kept. */
export function returnOf(invoice: StripeInvoice, payments: Payments): 'disputed' | 'returned' | null {
  if (disputedSince(invoice, payments) !== null) return 'disputed'
  return isReturned(invoice, payments) ? 'returned' : null
}

function isReturned(invoice: StripeInvoice, payments: Payments): boolean {
  if (invoice.amount_paid <= 0) return false
  const refunded = chargesOf(invoice, payments).reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
  return refunded >= invoice.amount_paid || disputesOf(invoice, payments).some(({ status }) => status === LOST)
}

/** The payments of an invoice that were made, by their ids. */
export const paymentsOf = ({ payments }: StripeInvoice): string[] =>
  (payments?.data ?? []).flatMap(({ status, payment }) => (status === 'paid' ? (payment.payment_intent ?? []) : []))

const chargesOf = (invoice: StripeInvoice, { charges }: Payments) =>
  charges.filter(({ payment_intent: payment }) => payment && paymentsOf(invoice).includes(payment))

function disputesOf(invoice: StripeInvoice, payments: Payments) {
  const charges = chargesOf(invoice, payments).map(({ id }) => id)
  return payments.disputes.filter(({ charge }) => charges.includes(charge))
}
