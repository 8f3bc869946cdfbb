import { isRefused } from './call-stripe.ts'
import { type BillingDeps, readBilling } from './read-billing.ts'

/** Closes the payment pages of an account that is being deleted, and lets its subscription end with its period. */
export async function endWithPeriod(deps: BillingDeps, accountId: number): Promise<void> {
  const { db, stripe } = deps
  const request = await db
    .selectFrom('account_deletions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  if (!request) return
  await closePages(deps, accountId)
  const reading = await readBilling(deps, accountId)
  if (!reading?.live || reading.live.cancel_at_period_end) return
  await stripe.subscriptions.update(reading.live.id, { cancel_at_period_end: true })
  await readBilling(deps, accountId)
}

/** Who pays on a page that is still open would have nothing for it. */
async function closePages({ db, clock, stripe }: BillingDeps, accountId: number) {
  const pages = await db
    .selectFrom('checkout_sessions')
    .select('external_id')
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .execute()
  for (const { external_id } of pages) {
    await stripe.checkout.sessions.expire(external_id).catch((error: unknown) => {
      // It was paid or has expired. What was paid is read next.
      if (!isRefused(error)) throw error
    })
    await db
      .updateTable('checkout_sessions')
      .set({ closed_at: new Date(clock.now()) })
      .where('external_id', '=', external_id)
      .execute()
  }
}
