import type { Ctx } from '../../context/ctx.ts'
import { readBillingLater } from './read-billing.ts'

const DAY_MS = 86_400_000

/** Has each customer read that was not read for a day, in case messages of Stripe were lost. */
export async function readDueBilling({ db, clock }: Ctx): Promise<void> {
  const due = await db
    .selectFrom('billing_customers')
    .select('account_id')
    .where('external_id', 'is not', null)
    .where((customer) =>
      customer.or([customer('read_at', 'is', null), customer('read_at', '<=', new Date(clock.now() - DAY_MS))]),
    )
    .execute()
  for (const { account_id } of due) await readBillingLater(db, account_id)
}
