import type { Db } from '../platform/database/tables.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Plans } from './load-plans.ts'

/** Throws a StartupError when somebody pays for a plan that is no longer in the plans file: it would give them nothing. */
export async function refuseWithoutPlansInUse(db: Db, { paid }: Plans): Promise<void> {
  const inUse = await db
    .selectFrom('subscriptions')
    .select('plan')
    .distinct()
    .where('status', '<>', 'ended')
    .orderBy('plan')
    .execute()
  const missing = inUse.filter(({ plan }) => !paid.some(({ id }) => id === plan))
  if (missing.length === 0) return
  throw new StartupError(
    `PLANS_FILE must keep the plans ${missing.map(({ plan }) => plan).join(', ')}: accounts are subscribed to them`,
  )
}
