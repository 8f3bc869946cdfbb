import { isDeepStrictEqual } from 'node:util'
import type { NotificationContent } from '@bidwell/contract'
import { addressOfCustomer } from '../../accounts/account-queries.ts'
import { announceChange } from '../../changes/announce-change.ts'
import { tellOwner } from '../../notifications/tell-owner.ts'
import { readEntitlement } from '../../plans/read-entitlement.ts'
import { raiseAlarm } from '../../platform/alarms.ts'
import type { InvoiceRow, Tx } from '../../platform/database/tables.ts'
import { enqueue } from '../../platform/enqueue.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { lockCustomer } from '../billing-queries.ts'
import { presentSubscription } from '../present-subscription.ts'
import { type BillingState, ENDED, type SubscriptionState } from './decide-billing.ts'
import { decideInvoiceMails, decideSubscriptionMails, type Step } from './decide-mails.ts'
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
  // What browsers have shown since the last reading: a grace period may have ended in between, without any change of a row.
  const shownAt = (instant: number) =>
    presentSubscription({ ...deps, db: tx, clock: { now: () => instant } }, accountId)
  const before = await shownAt(customer.read_at?.getTime() ?? startedAt)
  await tx
    .updateTable('billing_customers')
    .set({ reading_stored: number, read_at: new Date(startedAt) })
    .where('account_id', '=', accountId)
    .execute()

  await endMissing(tx, deps, reading)
  // Those that ended come first: at most one row of an account has not ended.
  const steps: Stored[] = []
  for (const subscription of state.subscriptions.toSorted((a, b) => order(a) - order(b))) {
    steps.push(await storeSubscription(tx, { reading, subscription }))
  }
  const { name: planNow } = await readEntitlement({ ...deps, db: tx, clock: { now: () => startedAt } }, accountId)
  for (const mail of steps.flatMap((step) => decideSubscriptionMails(deps, { ...step, planNow }))) {
    await tellCustomer(tx, reading, mail)
  }
  await storeInvoices(tx, deps, reading)

  if (!isDeepStrictEqual(before, await shownAt(startedAt))) await announceChange(tx, { what: 'plan', accountId })
  for (const subject of state.unknown) await raiseAlarm(tx, { kind: 'subscription_unknown', subject })
  if (state.extra.length > 0) {
    await raiseAlarm(tx, { kind: 'two_subscriptions', subject: `account ${accountId}` })
  }
  for (const subject of state.disputes) await raiseAlarm(tx, { kind: 'payment_disputed', subject })
  const hasReturned = state.subscriptions.some(
    ({ external_id, status }) => status !== 'ended' && state.returned.includes(external_id),
  )
  if (state.extra.length > 0 || hasReturned) {
    await enqueue(tx, 'end-subscriptions', { accountId }, { jobKey: `end-subscriptions:${accountId}` })
  }
}

const order = ({ status }: SubscriptionState) => (status === 'ended' ? 0 : 1)

type Part = { reading: ReadingToStore; subscription: SubscriptionState }
type Stored = Omit<Step, 'planNow'>

async function storeSubscription(tx: Tx, { reading, subscription }: Part): Promise<Stored> {
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
  const isReturned = state.returned.includes(subscription.external_id)
  return { before: before ?? null, after: subscription, isExtra, isReturned }
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
      .set({ ...ENDED, ended_at: new Date(startedAt) })
      .where('external_id', '=', external_id)
      .execute()
  }
}

/** Stores the invoices that have changed since the last reading, and queues each mail about an invoice once. */
async function storeInvoices(tx: Tx, deps: StoreDeps, reading: ReadingToStore): Promise<void> {
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
    if (receipt) await tellCustomer(tx, reading, receipt)
    if (failure) await tellCustomer(tx, reading, failure)
    if (dispute) await tellCustomer(tx, reading, dispute)
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

/** Tells the owner of an account what a reading has shown. */
async function tellCustomer(
  tx: Tx,
  { accountId, startedAt }: Pick<ReadingToStore, 'accountId' | 'startedAt'>,
  news: NotificationContent,
): Promise<void> {
  const to = await addressOfCustomer(tx, accountId)
  await tellOwner(tx, { ...news, to, accountId }, startedAt)
}
