import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { BillingMail } from '../mail/templates/billing.ts'
import type { Tx } from '../platform/database/tables.ts'
import { enqueue } from '../platform/enqueue.ts'
import { addressOfCustomer } from '../plans/address-of-customer.ts'
import { recordProductEvent } from '../trails/record-product-event.ts'
import { lockCustomer } from './billing-queries.ts'
import type { BillingState, SubscriptionState } from './decide-billing.ts'
import { decideInvoiceMails, decideSubscriptionMails } from './decide-mails.ts'
import type { BillingDeps } from './read-billing.ts'

type StoreDeps = Pick<BillingDeps, 'plans' | 'isTest'>
type ReadingToStore = {
  accountId: number
  /** Counts up as readings begin. */
  number: number
  startedAt: number
  state: BillingState
}

/**
 * Stores what a reading has shown, with the mails and events that it causes; nothing if a reading that began later is
 * stored already. What it stores twice has no second effect.
 */
export async function storeBilling(tx: Tx, deps: StoreDeps, reading: ReadingToStore): Promise<void> {
  const { accountId, number, startedAt, state } = reading
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.reading_stored >= number) return
  await tx
    .updateTable('billing_customers')
    .set({ reading_stored: number, read_at: new Date(startedAt) })
    .where('account_id', '=', accountId)
    .execute()

  await endMissing(tx, deps, reading)
  // Those that ended come first: at most one row of an account has not ended.
  for (const subscription of state.subscriptions.toSorted((a, b) => order(a) - order(b))) {
    await storeSubscription(tx, deps, { reading, subscription })
  }
  for (const invoice of state.invoices) {
    const { paid_cents: _, ...row } = invoice
    const { receipt_mailed_at, failure_mailed_at } = await tx
      .insertInto('invoices')
      .values({ ...row, account_id: accountId })
      .onConflict((conflict) => conflict.column('external_id').doUpdateSet(row))
      .returning(['receipt_mailed_at', 'failure_mailed_at'])
      .executeTakeFirstOrThrow()
    const { receipt, failure } = decideInvoiceMails(deps, { invoice, state })
    if (receipt && receipt_mailed_at === null) {
      await send(tx, reading, receipt)
      await markMailed(tx, invoice.external_id, { receipt_mailed_at: new Date(startedAt) })
    }
    if (failure && failure_mailed_at === null) {
      await send(tx, reading, failure)
      await markMailed(tx, invoice.external_id, { failure_mailed_at: new Date(startedAt) })
    }
  }

  for (const subject of state.unknown) await raiseAlarm(tx, { kind: 'subscription_unknown', subject })
  if (state.extra.length > 0) {
    await raiseAlarm(tx, { kind: 'two_subscriptions', subject: `account ${accountId}` })
    const jobKey = `end-extra-subscriptions:${accountId}`
    await enqueue(tx, 'end-extra-subscriptions', { accountId }, { jobKey })
  }
}

const order = ({ status }: SubscriptionState) => (status === 'ended' ? 0 : 1)

type Part = { reading: ReadingToStore; subscription: SubscriptionState }

async function storeSubscription(tx: Tx, deps: StoreDeps, { reading, subscription }: Part) {
  const { accountId, startedAt, state } = reading
  const before = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('external_id', '=', subscription.external_id)
    .executeTakeFirst()
  const row = { ...subscription, account_id: accountId, read_at: new Date(startedAt) }
  await tx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('external_id').doUpdateSet(row))
    .execute()
  const isExtra = state.extra.includes(subscription.external_id)
  if (!before && !isExtra) await recordProductEvent(tx, 'subscription_created', accountId, startedAt)
  const mails = decideSubscriptionMails(deps, { before: before ?? null, after: subscription, isExtra })
  for (const mail of mails) await send(tx, reading, mail)
}

async function send(tx: Tx, { accountId, startedAt }: ReadingToStore, mail: BillingMail) {
  const to = await addressOfCustomer(tx, accountId)
  await queueMail(tx, { ...mail, to, accountId }, { now: startedAt })
}

/**
 * Stored subscriptions that Stripe no longer shows. Practice may forget; of the real one, an operator has to find out why.
 * Until then the plan holds, unless another one has been bought.
 */
async function endMissing(tx: Tx, { isTest }: StoreDeps, { accountId, startedAt, state }: ReadingToStore) {
  const shown = state.subscriptions.map(({ external_id }) => external_id)
  const missing = await tx
    .selectFrom('subscriptions')
    .select('external_id')
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .$if(shown.length > 0, (query) => query.where('external_id', 'not in', shown))
    .execute()
  const hasAnother = state.subscriptions.some(({ status }) => status !== 'ended')
  for (const { external_id } of missing) {
    if (!isTest) await raiseAlarm(tx, { kind: 'subscription_unknown', subject: external_id })
    if (!isTest && !hasAnother) continue
    await tx
      .updateTable('subscriptions')
      .set({ status: 'ended', ended_at: new Date(startedAt), past_due_since: null, cancel_at_period_end: false })
      .where('external_id', '=', external_id)
      .execute()
  }
}

const markMailed = (tx: Tx, externalId: string, mailed: { receipt_mailed_at: Date } | { failure_mailed_at: Date }) =>
  tx.updateTable('invoices').set(mailed).where('external_id', '=', externalId).execute()
