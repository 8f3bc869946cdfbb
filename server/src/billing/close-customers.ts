import { raiseAlarm } from '../platform/alarms.ts'
import type { BillingCtx } from './billing-ctx.ts'
import { isMissing } from './call-stripe.ts'

const ALARM_AFTER_MS = 86_400_000

/**
 * Deletes the customers of deleted accounts at Stripe, which ends their subscriptions and forgets their cards and their
 * address. What fails is repeated with the next run, and raises an alarm after a day.
 */
export async function closeCustomers({ db, clock, stripe }: BillingCtx): Promise<void> {
  const errors: unknown[] = []
  for (const { external_id, since } of await db
    .selectFrom('closing_customers')
    .selectAll()
    .orderBy('since')
    .execute()) {
    try {
      await stripe.customers.del(external_id).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      await db.deleteFrom('closing_customers').where('external_id', '=', external_id).execute()
    } catch (error) {
      errors.push(error)
      if (since.getTime() < clock.now() - ALARM_AFTER_MS) {
        await raiseAlarm(db, { kind: 'customer_not_closed', subject: external_id })
      }
    }
  }
  if (errors.length > 0) throw errors[0]
}
