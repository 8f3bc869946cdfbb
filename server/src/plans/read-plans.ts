import type { Config } from '../config/config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { loadPlans, type Plans } from './load-plans.ts'

/**
 * The plans of this installation; null where everything is unlimited. Throws a StartupError for a mistake in the file, and
 * where plans are sold and cannot be paid: a test checkout would give away what the real site costs.
 */
export async function readPlans({ plans, billing }: Pick<Config, 'plans' | 'billing'>): Promise<Plans | null> {
  if (!plans) return null
  if (!billing) {
    throw new StartupError(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set, because plans are sold for the real site: ' +
        'PLAN_MODE=self-hosted makes everything unlimited instead',
    )
  }
  return loadPlans(plans.file)
}
