import { creditLeftOf } from './credit-left.ts'
import { isForLaterThan, subscriptionOf } from './of-invoice.ts'
import type { BillingObjects, StripeInvoice, StripeSubscription } from '../stripe-objects.ts'

/** A bank has taken the money back until the dispute is decided. An inquiry (`warning_…`) has taken nothing yet. */
const OPEN = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']
const LOST = 'lost'

export type ReturnedPayment = {
  /** Since when a bank has disputed what pays for the period, in seconds; null without an open dispute. */
  disputedSince: number | null
  /** What pays for the period has been returned for good, so that the subscription has to end. */
  isReturned: boolean
  /** It has to end because credit that pays for it came from payments for other subscriptions that were returned. */
  isOnLostCredit: boolean
  /** The invoices of which an open dispute makes the subscription owe. */
  disputed: string[]
}

type Credit = Pick<BillingObjects, 'invoices' | 'transactions'>
type Payments = Pick<BillingObjects, 'charges' | 'disputes'>

/**
 * What has become of the payments that pay for the present period of a subscription: those since its beginning, or the last
 * one before where credit paid for it. They are returned for good when a dispute about one of them is lost, or when all
 * were refunded in full. A refund of a part is a courtesy of the operator, and earlier periods are over. A dispute counts as
 * well if it is about an earlier payment whose rest was credited to this period: otherwise a small payment after it would
 * keep a plan whose price a bank has taken back. Once it is lost, no credit is left of it (`void-credit.ts`), so a payment
 * for another subscription ends this one only if its credit had paid for at least half of the period by then.
 */
export function decideReturned(
  { id, items }: StripeSubscription,
  { invoices, transactions, ...payments }: Omit<BillingObjects, 'subscriptions'>,
): ReturnedPayment {
  const begin = items.data[0].current_period_start
  const own = invoices.filter((invoice) => subscriptionOf(invoice) === id)
  const paid = own.filter(isPaid).toSorted((a, b) => a.created - b.created)
  const ofPeriod = paid.filter(({ created }) => created >= begin)
  const isCredited = (invoice: StripeInvoice) => invoice.created < begin && isForLaterThan(invoice, begin)
  const payers = payersOfCredit(own, { invoices, transactions }).filter(({ invoice }) => isCredited(invoice))
  const others = payers.map(({ invoice }) => invoice)
  const credited = [...paid.filter(isCredited), ...others]
  const latest = paid.length > 0 ? paid.slice(-1) : credited
  const paying = ofPeriod.length > 0 ? ofPeriod : latest
  const counted = [...new Set([...paying, ...credited])]
  const disputed = counted.filter((invoice) => disputedSince(invoice, payments) !== null)
  const since = disputed.flatMap((invoice) => disputedSince(invoice, payments) ?? [])
  const isOwnLost = counted.some((invoice) => own.includes(invoice) && isLost(invoice, payments))
  const lost = payers.filter(({ invoice }) => isLost(invoice, payments))
  const isOtherLost = lost.length > 0 && isMostlyPaidBy(sumOf(lost), own, begin)
  const isAllRefunded = paying.length > 0 && paying.every((invoice) => isRefunded(invoice, payments))
  const isPaidByOthers = paying.every((invoice) => others.includes(invoice))
  return {
    disputedSince: since.length === 0 ? null : Math.min(...since),
    isReturned: isOwnLost || isOtherLost || isAllRefunded,
    isOnLostCredit: !isOwnLost && (isOtherLost || (isAllRefunded && isPaidByOthers)),
    disputed: disputed.map((invoice) => invoice.id),
  }
}

/** What a card paid for the present period of a subscription, or for later, by the ids of the payments. */
export function ownPaymentsOf({ id, items }: StripeSubscription, invoices: readonly StripeInvoice[]): string[] {
  const begin = items.data[0].current_period_start
  return invoices
    .filter((invoice) => subscriptionOf(invoice) === id && isPaid(invoice))
    .filter((invoice) => invoice.created >= begin || isForLaterThan(invoice, begin))
    .flatMap(paymentsOf)
}

/** Whether so much credit, in cents, may have paid for at least half of what a subscription's invoices since an instant charge. */
function isMostlyPaidBy(credit: number, own: readonly StripeInvoice[], begin: number): boolean {
  const charged = own.filter(({ status, created, total }) => status === 'paid' && created >= begin && total > 0)
  const onCredit = charged.reduce((sum, { total, amount_paid }) => sum + total - amount_paid, 0)
  return 2 * Math.min(credit, onCredit) >= charged.reduce((sum, { total }) => sum + total, 0)
}

const sumOf = (payers: readonly Payer[]) => payers.reduce((sum, { cents }) => sum + cents, 0)

/** A payment, and how much of it was credit when a later subscription began. */
type Payer = { invoice: StripeInvoice; cents: number }

/**
 * Payments for earlier subscriptions of which the customer had credit when these invoices of one subscription began: credit
 * outlives the subscription that it comes from.
 */
function payersOfCredit(own: readonly StripeInvoice[], { invoices, transactions }: Credit): Payer[] {
  const [first] = own.toSorted((a, b) => a.created - b.created)
  if (!first || first.starting_balance >= 0) return []
  const then = {
    invoices: invoices.filter((invoice) => invoice.created <= first.created && !own.includes(invoice)),
    transactions: transactions.filter(({ created }) => created <= first.created),
  }
  return then.invoices
    .filter(isPaid)
    .map((invoice) => ({
      invoice,
      cents: Math.min(invoice.amount_paid, creditLeftOf(invoice, -first.starting_balance, then)),
    }))
    .filter(({ cents }) => cents > 0)
}

const isPaid = ({ amount_paid }: StripeInvoice) => amount_paid > 0

/** Since when an invoice that was paid has been disputed, in seconds; null without an open dispute. */
export function disputedSince(invoice: StripeInvoice, payments: Payments): number | null {
  const open = disputesOf(invoice, payments).filter(({ status }) => OPEN.includes(status))
  return open.length === 0 ? null : Math.min(...open.map(({ created }) => created))
}

/** What became of the payment of an invoice: a bank has taken it back, or it went back for good; null while it is kept. */
export function wentBack(invoice: StripeInvoice, payments: Payments): 'disputed' | 'returned' | null {
  if (invoice.amount_paid <= 0) return null
  if (disputedSince(invoice, payments) !== null) return 'disputed'
  return isLost(invoice, payments) || isRefunded(invoice, payments) ? 'returned' : null
}

export type Loss = { id: string; cents: number }

/** What went back for good of the payment of an invoice: each dispute that was lost, or the refund of a whole payment. */
export function lossesOf(invoice: StripeInvoice, payments: Payments): Loss[] {
  if (wentBack(invoice, payments) !== 'returned') return []
  const lost = disputesOf(invoice, payments).filter(({ status }) => status === LOST)
  const refunded = chargesOf(invoice, payments).filter(({ amount_refunded }) => amount_refunded > 0)
  return [
    ...lost.map(({ id, amount }) => ({ id, cents: amount })),
    ...refunded.map(({ id, amount_refunded }) => ({ id, cents: amount_refunded })),
  ]
}

const isLost = (invoice: StripeInvoice, payments: Payments) =>
  disputesOf(invoice, payments).some(({ status }) => status === LOST)

/** The payments of an invoice that were made, by their ids. */
export const paymentsOf = ({ payments }: StripeInvoice): string[] =>
  (payments?.data ?? []).flatMap(({ status, payment }) => (status === 'paid' ? (payment.payment_intent ?? []) : []))

const chargesOf = (invoice: StripeInvoice, { charges }: Payments) =>
  charges.filter(({ payment_intent: payment }) => payment && paymentsOf(invoice).includes(payment))

function disputesOf(invoice: StripeInvoice, payments: Payments) {
  const charges = chargesOf(invoice, payments).map(({ id }) => id)
  return payments.disputes.filter(({ charge }) => charges.includes(charge))
}

function isRefunded(invoice: StripeInvoice, payments: Payments): boolean {
  const refunded = chargesOf(invoice, payments).reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
  return refunded >= invoice.amount_paid
}
