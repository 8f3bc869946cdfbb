import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { readBillingLater } from './read-billing.ts'

const DAY_MS = 86_400_000

/** Has each customer read that was not read for a day, in case messages of Stripe were lost. */
export async function readDueBilling({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
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
