import type { Stripe } from 'stripe'
import { customerOf } from './billing-queries.ts'
import { creditLeftOf, INVOICE, RETURNED } from './reading/credit-left.ts'
import { type Loss, lossesOf } from './reading/decide-returned.ts'
import { findBilling } from './reading/find-billing.ts'
import type { BillingDeps } from './reading/read-billing.ts'
import { type BillingObjects, StripeBalanceTransaction, StripeCustomer, type StripeInvoice } from './stripe-objects.ts'

/** In the metadata of a credit: the loss whose debit was too large. */
const EXCESS = 'excess'

type Deps = Pick<BillingDeps, 'db' | 'stripe'>

/**
 * Takes back the credit that is left of payments that went back for good, once for each dispute or refund. The job is stored
 * with the reading that showed them first, and repeated until it is done. The debit itself tells at Stripe what it was for.
 */
export async function voidCredit(
  { db, stripe }: Deps,
  { accountId, invoices }: { accountId: number; invoices: readonly string[] },
): Promise<void> {
  const customer = await customerOf(db, accountId)
  if (customer === null) return
  const known = await findBilling(stripe, customer, [])
  const lost = known.invoices.filter(({ id }) => invoices.includes(id)).toSorted((a, b) => a.created - b.created)
  for (const invoice of lost) {
    for (const loss of lossesOf(invoice, known)) {
      // Each debit is seen by the next.
      const found = await findBilling(stripe, customer, [])
      const debit =
        found.transactions.find(({ metadata }) => metadata?.[RETURNED] === loss.id) ??
        (await debitLoss(stripe, customer, { loss, invoice, found }))
      if (debit) await giveExcessBack(stripe, customer, { loss, invoice, found, debit })
    }
  }
}

type Debit = { loss: Loss; invoice: StripeInvoice; found: BillingObjects }

async function debitLoss(stripe: Stripe, customer: string, { loss, invoice, found }: Debit) {
  const shown = await stripe.customers.retrieve(customer)
  if (shown.deleted) return null
  const { balance } = StripeCustomer.parse(shown)
  const amount = Math.min(loss.cents, creditLeftOf(invoice, -balance, found))
  if (amount <= 0) return null
  const debit = await stripe.customers.createBalanceTransaction(
    customer,
    { amount, currency: invoice.currency, metadata: { [RETURNED]: loss.id, [INVOICE]: invoice.id } },
    { idempotencyKey: `void-credit:${loss.id}` },
  )
  return StripeBalanceTransaction.parse(debit)
}

/** An invoice, or another job, may have used the credit since it was read: a debit must never leave a debt. */
async function giveExcessBack(
  stripe: Stripe,
  customer: string,
  { loss, invoice, found, debit }: Debit & { debit: StripeBalanceTransaction },
) {
  const excess = Math.min(debit.amount, debit.ending_balance)
  if (excess <= 0 || found.transactions.some(({ metadata }) => metadata?.[EXCESS] === loss.id)) return
  await stripe.customers.createBalanceTransaction(
    customer,
    { amount: -excess, currency: invoice.currency, metadata: { [EXCESS]: loss.id, [INVOICE]: invoice.id } },
    { idempotencyKey: `void-credit-excess:${loss.id}` },
  )
}
