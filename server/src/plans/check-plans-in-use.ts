import type { Db } from '../platform/database/tables.ts'
import type { Log } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Plans } from './load-plans.ts'

/**
 * Throws a StartupError when somebody pays, or is set to pay, for a plan that is no longer in the plans file: it would give
 * them nothing. Warns
 * when somebody pays and the installation has no plans any more: then everybody has what they pay for.
 */
export async function checkPlansInUse(
  { db, log }: { db: Db; log: Pick<Log, 'warn'> },
  plans: Plans | null,
): Promise<void> {
  const inUse = await db
    .selectFrom('subscriptions')
    .select('plan')
    .where('status', '<>', 'ended')
    .union(
      db
        .selectFrom('subscriptions')
        .select('next_plan as plan')
        .where('next_plan', 'is not', null)
        .$castTo<{ plan: string }>(),
    )
    .orderBy('plan')
    .execute()
  if (inUse.length === 0) return
  if (!plans) {
    log.warn('plans are switched off while accounts are subscribed: Stripe charges them until their subscriptions end')
    return
  }
  const missing = inUse.filter(({ plan }) => !plans.paid.some(({ id }) => id === plan))
  if (missing.length === 0) return
  throw new StartupError(
    `PLANS_FILE must keep the plans ${missing.map(({ plan }) => plan).join(', ')}: accounts are subscribed to them`,
  )
}
