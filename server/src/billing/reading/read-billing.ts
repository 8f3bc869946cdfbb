import type { Stripe } from 'stripe'
import type { Plans } from '../../plans/load-plans.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { enqueue } from '../../platform/enqueue.ts'
import { accountOfCustomer, beginReading } from '../billing-queries.ts'
import { callStripe, isMissing } from '../call-stripe.ts'
import { StripeCharge, type StripeSubscription } from '../stripe-objects.ts'
import { decideBilling } from './decide-billing.ts'
import { findBilling } from './find-billing.ts'
import { storeBilling } from './store-billing.ts'

export type BillingDeps = {
  db: Db
  clock: Clock
  stripe: Stripe
  plans: Plans
  /** Payments are only practised: no money moves, and the practised service may have forgotten its customers. */
  isTest: boolean
}

export type Reading = {
  /** The subscription that has not ended, as Stripe shows it. */
  live: StripeSubscription | null
  /** Why its plan may not be changed now: a payment was not made, or a bank has taken it back. */
  owed: 'unpaid' | 'disputed' | null
  /** Another plan or interval begins with a later period. */
  isChangeSet: boolean
}

/**
 * Reads what an account has at Stripe, subscriptions, invoices and payments, and stores it: the only way in which an account
 * gets, keeps or loses a paid plan. Of concurrent readings, one that began earlier never replaces one that began later. Returns
 * null when the account has never begun to buy anything. Throws `payments_unavailable`.
 */
export async function readBilling(deps: BillingDeps, accountId: number): Promise<Reading | null> {
  const { db, clock, stripe } = deps
  const startedAt = clock.now()
  const begun = await beginReading(db, accountId)
  if (!begun) return null
  const rows = await db
    .selectFrom('subscriptions')
    .select('external_id')
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .execute()
  const known = rows.map(({ external_id }) => external_id)
  const found = await callStripe(() => findBilling(stripe, begun.customer, known))
  const state = decideBilling(found)
  await db.transaction().execute((tx) => storeBilling(tx, deps, { accountId, number: begun.number, startedAt, state }))
  const stored = state.subscriptions.find(({ status }) => status !== 'ended')
  const live = found.subscriptions.find(({ id }) => id === stored?.external_id) ?? null
  return {
    live,
    owed: stored?.status === 'past_due' ? owedBecause(live) : null,
    isChangeSet: typeof stored?.next_plan === 'string',
  }
}

/** Of a subscription that Stripe calls active, nothing is unpaid. */
const owedBecause = (live: StripeSubscription | null) =>
  live?.status === 'past_due' || live?.status === 'unpaid' ? 'unpaid' : 'disputed'

/** Has the jobs read the billing of an account. Waiting jobs for one account become one. */
export const readBillingLater = (db: Db, accountId: number): Promise<void> =>
  enqueue(db, 'read-billing', { accountId }, { jobKey: `read-billing:${accountId}` })

/** Reads the billing of the account that a charge is of. A message about a dispute names only the charge. */
export async function readBillingOfCharge(deps: BillingDeps, charge: string): Promise<void> {
  const found = await callStripe(() => deps.stripe.charges.retrieve(charge)).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!found) return
  const { customer } = StripeCharge.parse(found)
  const accountId = customer ? await accountOfCustomer(deps.db, customer) : null
  if (accountId !== null) await readBilling(deps, accountId)
}

/** A page that waits for a purchase asks often. */
const MIN_INTERVAL_MS = 1_000

/** Reads the billing of an account at Stripe, unless that was done within the last second. */
export async function syncSubscription(deps: BillingDeps, accountId: number): Promise<void> {
  const { db, clock } = deps
  const row = await db
    .selectFrom('billing_customers')
    .select('read_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const readAt = row?.read_at?.getTime() ?? -Infinity
  const age = clock.now() - readAt
  if (age >= 0 && age < MIN_INTERVAL_MS) return
  await readBilling(deps, accountId)
}
