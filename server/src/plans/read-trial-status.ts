import { messages, type TrialStatus } from '@bidwell/contract'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { decideEntitlement } from './decide-entitlement.ts'
import { countOpenAuctions, countSnipes, readStanding } from './plan-queries.ts'
import type { LimitDeps } from './read-feature-limits.ts'

const DAY_MS = 86_400_000

/** How the trial of an account stands. Throws `not_found` on an installation without plans. */
export async function readTrialStatus(deps: LimitDeps, accountId: number): Promise<TrialStatus> {
  const { db, clock, marketplace, plans } = deps
  if (!plans) throw new AppError('not_found', messages.plan.noPlans)
  const now = clock.now()
  const standing = await readStanding(db, accountId)
  const { trial } = standing
  const leftMs = trial ? Math.max(0, trial.endsAt - now) : 0
  return {
    // A paid plan takes the place of a trial that has days left.
    is_active: decideEntitlement(plans, standing, now).status === 'trialing',
    is_expired: trial !== null && leftMs === 0,
    days_remaining: Math.ceil(leftMs / DAY_MS),
    trial_expires: trial && new Date(trial.endsAt).toISOString(),
    user_id: accountId,
    auctions_used: await countOpenAuctions(db, accountId, await siteNow(db, marketplace.id, clock)),
    snipes_used: trial ? await countSnipes(db, accountId, { start: trial.startedAt, end: trial.endsAt }) : 0,
    auction_limit: plans.trial.auctions,
    snipe_limit: plans.trial.snipes,
  }
}
