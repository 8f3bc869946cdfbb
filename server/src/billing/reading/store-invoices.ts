import { isDeepStrictEqual } from 'node:util'
import { addressOfCustomer } from '../../accounts/account-queries.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { BillingMail } from '../../mail/templates/billing.ts'
import type { InvoiceRow, Tx } from '../../platform/database/tables.ts'
import { decideInvoiceMails } from './decide-mails.ts'
import type { ReadingToStore, StoreDeps } from './store-billing.ts'

/** Stores the invoices that have changed since the last reading, and queues each mail about an invoice once. */
export async function storeInvoices(tx: Tx, deps: StoreDeps, reading: ReadingToStore): Promise<void> {
  const { accountId, startedAt, state } = reading
  const stored = await tx.selectFrom('invoices').selectAll().where('account_id', '=', accountId).execute()
  const now = new Date(startedAt)
  for (const invoice of state.invoices) {
    const { paid_cents: _, disputed_since: disputedSince, ...shown } = invoice
    const before = stored.find(({ external_id }) => external_id === invoice.external_id)
    const mails = decideInvoiceMails(deps, { invoice, state })
    const receipt = before?.receipt_mailed_at ? null : mails.receipt
    const failure = before?.failure_mailed_at ? null : mails.failure
    const dispute = isMailed(disputedSince, before) ? null : mails.dispute
    const row = {
      ...shown,
      account_id: accountId,
      receipt_mailed_at: receipt ? now : (before?.receipt_mailed_at ?? null),
      failure_mailed_at: failure ? now : (before?.failure_mailed_at ?? null),
      dispute_mailed_at: dispute ? latest(now, disputedSince) : (before?.dispute_mailed_at ?? null),
    }
    if (isDeepStrictEqual(row, before)) continue
    await tx
      .insertInto('invoices')
      .values(row)
      .onConflict((conflict) => conflict.column('external_id').doUpdateSet(row))
      .execute()
    if (receipt) await queueBillingMail(tx, reading, receipt)
    if (failure) await queueBillingMail(tx, reading, failure)
    if (dispute) await queueBillingMail(tx, reading, dispute)
  }
}

/** A bank may dispute a payment again after it has lost a dispute about it. */
function isMailed(disputedSince: Date | null, before: InvoiceRow | undefined): boolean {
  const mailedAt = before?.dispute_mailed_at ?? null
  return mailedAt !== null && (disputedSince === null || disputedSince <= mailedAt)
}

/** Stripe's clock may be ahead of ours: a dispute is never younger than its mail. */
const latest = (now: Date, disputedSince: Date | null) =>
  disputedSince !== null && disputedSince > now ? disputedSince : now

/** Queues a mail to the owner of an account about what a reading has shown. */
export async function queueBillingMail(
  tx: Tx,
  { accountId, startedAt }: Pick<ReadingToStore, 'accountId' | 'startedAt'>,
  mail: BillingMail,
): Promise<void> {
  const to = await addressOfCustomer(tx, accountId)
  await queueMail(tx, { ...mail, to, accountId }, { now: startedAt })
}
