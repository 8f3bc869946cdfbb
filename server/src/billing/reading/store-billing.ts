import { isDeepStrictEqual } from 'node:util'
import type { NotificationContent } from '@bidwell/contract'
import { addressOfCustomer } from '../../identity/accounts/account-queries.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import { readEntitlement } from '../../plans/read-entitlement.ts'
import { raiseAlarm } from '../../platform/alarms.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { SubscriptionRow, Tx } from '../../platform/database/tables.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import type { BillingCtx } from '../billing-ctx.ts'
import { type BillingState, ENDED, type InvoiceState } from './decide-billing.ts'
import { decideMails } from './decide-mails.ts'

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
export async function storeBilling(tx: Tx, ctx: BillingCtx, reading: ReadingToStore): Promise<void> {
  const { accountId, number, startedAt } = reading
  const customer = await tx
    .updateTable('billing_customers')
    .set({ reading_stored: number, read_at: new Date(startedAt) })
    .where('account_id', '=', accountId)
    .where('reading_stored', '<', number)
    .returning('account_id')
    .executeTakeFirst()
  if (!customer) return
  const stored = await tx.selectFrom('subscriptions').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  const state = await withMissing(tx, ctx, { reading, stored })
  const { subscription, hasSecond } = state
  const before = stored?.external_id === subscription?.external_id ? (stored ?? null) : null
  if (subscription) {
    const row = { ...subscription, account_id: accountId }
    await tx
      .insertInto('subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute()
    if (!before) await recordProductEvent(tx, 'subscription_created', accountId, startedAt)
  }
  const { changed, paid } = await storeInvoices(tx, accountId, state.invoices)
  const { name: planNow } = await readEntitlement({ ...ctx, db: tx, clock: { now: () => startedAt } }, accountId)
  for (const mail of decideMails(ctx, { before, state, paid, planNow })) await tellCustomer(tx, reading, mail)

  const isSame = !subscription || isDeepStrictEqual({ ...before }, { ...subscription, account_id: accountId })
  if (!isSame || changed) await announceChange(tx, { what: 'plan', accountId })
  if (hasSecond) await raiseAlarm(tx, { kind: 'two_subscriptions', subject: `account ${accountId}` })
}

type Missing = { reading: ReadingToStore; stored: SubscriptionRow | undefined }

/**
 * A stored subscription that Stripe does not show any more has ended where payments are practised: practice may forget. Where
 * money moves, it holds until an operator has found out why.
 */
async function withMissing(tx: Tx, { isTest }: BillingCtx, { reading, stored }: Missing): Promise<BillingState> {
  const { state, startedAt } = reading
  if (state.subscription || !stored || stored.status === 'ended') return state
  if (!isTest) {
    await raiseAlarm(tx, { kind: 'subscription_unknown', subject: stored.external_id })
    return state
  }
  const { account_id: _, ...subscription } = stored
  return { ...state, subscription: { ...subscription, ...ENDED, ended_at: new Date(startedAt) } }
}

/** Stores the invoices. Returns whether any has changed, and those that were not stored as paid before. */
async function storeInvoices(tx: Tx, accountId: number, invoices: readonly InvoiceState[]) {
  const stored = await tx.selectFrom('invoices').selectAll().where('account_id', '=', accountId).execute()
  const paid: InvoiceState[] = []
  let changed = false
  for (const invoice of invoices) {
    const row = { ...invoice, account_id: accountId }
    const before = stored.find(({ external_id }) => external_id === invoice.external_id)
    if (isDeepStrictEqual(row, { ...before })) continue
    changed = true
    if (invoice.status === 'paid' && before?.status !== 'paid') paid.push(invoice)
    await tx
      .insertInto('invoices')
      .values(row)
      .onConflict((conflict) => conflict.column('external_id').doUpdateSet(row))
      .execute()
  }
  return { changed, paid }
}

/** Tells the owner of an account what a reading has shown. */
async function tellCustomer(
  tx: Tx,
  { accountId, startedAt }: Pick<ReadingToStore, 'accountId' | 'startedAt'>,
  news: NotificationContent,
): Promise<void> {
  const to = await addressOfCustomer(tx, accountId)
  await tellOwner(tx, { ...news, to, accountId }, startedAt)
}
