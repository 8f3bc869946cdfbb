import type { BillingObjects, StripeInvoice } from '../stripe-objects.ts'
import { isForLaterThan, subscriptionOf } from './of-invoice.ts'

/** In the metadata of a debit: the dispute, or the charge that was refunded, for which it was made. */
export const RETURNED = 'returned'
/** The invoice whose payment went back. */
export const INVOICE = 'invoice'

type Credit = Pick<BillingObjects, 'invoices' | 'transactions'>

/**
 * How much of the credit that a customer had at some time can come from the payment of an invoice, in cents. `found` is what
 * there was by then. What was credited first is spent first, so what is left was credited last.
 */
export function creditLeftOf(payment: StripeInvoice, credit: number, { invoices, transactions }: Credit): number {
  const credited = invoices
    .filter(({ total }) => total < 0)
    .map((invoice) => ({ created: invoice.created, invoice, cents: -invoice.total }))
  // What the operator has given comes from no payment.
  const given = transactions
    .filter(({ amount, invoice, metadata }) => amount < 0 && !invoice && metadata?.[INVOICE] === undefined)
    .map(({ created, amount }) => ({ created, invoice: null, cents: -amount }))
  const lots = [...credited, ...given].toSorted((a, b) => b.created - a.created)
  for (const { amount, metadata } of transactions) {
    const lost = invoices.find(({ id }) => id === metadata?.[INVOICE])
    let rest = lost ? amount : 0
    for (const lot of lots) {
      if (!lost || lot.invoice === null || !comesFrom(lot.invoice, lost, invoices)) continue
      const taken = Math.min(rest, lot.cents)
      lot.cents -= taken
      rest -= taken
    }
  }
  let [left, own] = [credit, 0]
  for (const { invoice, cents } of lots) {
    const remaining = Math.min(left, cents)
    left -= remaining
    if (invoice !== null && comesFrom(invoice, payment, invoices)) own += remaining
  }
  return own
}

/**
 * Whether an invoice may give as credit what was paid before: for time of the same subscription, or for another one, or a
 * later period, that such credit has paid for since.
 */
function comesFrom(credit: StripeInvoice, payment: StripeInvoice, all: readonly StripeInvoice[]): boolean {
  const found: StripeInvoice[] = []
  for (const one of all.filter(({ total }) => total < 0).toSorted((a, b) => a.created - b.created)) {
    if (one.created < payment.created) continue
    const isForUnusedTime = subscriptionOf(one) === subscriptionOf(payment) && isForLaterThan(payment, one.created)
    const isPaidByCredit = all.some(
      (use) =>
        subscriptionOf(use) === subscriptionOf(one) &&
        use.created <= one.created &&
        use.total > 0 &&
        use.starting_balance < 0 &&
        found.some(({ created }) => created <= use.created),
    )
    if (isForUnusedTime || isPaidByCredit) found.push(one)
  }
  return found.includes(credit)
}
