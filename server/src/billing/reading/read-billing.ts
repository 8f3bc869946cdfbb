import type { Db, SubscriptionRow } from '../../platform/database/tables.ts'
import { enqueue } from '../../platform/enqueue.ts'
import type { BillingCtx } from '../billing-ctx.ts'
import { beginReading, liveSubscriptionOf } from '../billing-queries.ts'
import { callStripe } from '../call-stripe.ts'
import { decideBilling } from './decide-billing.ts'
import { findBilling } from './find-billing.ts'
import { storeBilling } from './store-billing.ts'

/**
 * Reads the subscription and the invoices of an account at Stripe, and stores them: the only way in which an account gets,
 * keeps or loses a paid plan. Of concurrent readings, one that began earlier never replaces one that began later. Returns the
 * subscription that has not ended; null without one. Throws `payments_unavailable`.
 */
export async function readBilling(ctx: BillingCtx, accountId: number): Promise<SubscriptionRow | null> {
  const { db, clock, stripe } = ctx
  const startedAt = clock.now()
  const begun = await beginReading(db, accountId)
  if (begun) {
    const state = decideBilling(await callStripe(() => findBilling(stripe, begun.customer)))
    const reading = { accountId, number: begun.number, startedAt, state }
    await db.transaction().execute((tx) => storeBilling(tx, ctx, reading))
  }
  return liveSubscriptionOf(db, accountId)
}

/** Has the jobs read the billing of an account. Waiting jobs for one account become one. */
export const readBillingLater = (db: Db, accountId: number): Promise<void> =>
  enqueue(db, 'read-billing', { accountId }, { jobKey: `read-billing:${accountId}` })
