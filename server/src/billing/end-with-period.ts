import { openPagesOf, recordClosedPage } from './billing-queries.ts'
import { isRefused, releaseSchedule } from './call-stripe.ts'
import { type BillingDeps, readBilling } from './reading/read-billing.ts'

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
  await releaseSchedule(stripe, reading.live)
  await stripe.subscriptions.update(reading.live.id, { cancel_at_period_end: true })
  await readBilling(deps, accountId)
}

/** Who pays on a page that is still open would have nothing for it. */
async function closePages({ db, clock, stripe }: BillingDeps, accountId: number) {
  for (const page of await openPagesOf(db, accountId)) {
    await stripe.checkout.sessions.expire(page).catch((error: unknown) => {
      // It was paid or has expired. What was paid is read next.
      if (!isRefused(error)) throw error
    })
    await recordClosedPage(db, page, clock.now())
  }
}
