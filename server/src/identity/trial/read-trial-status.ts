import { messages, type TrialStatus } from '@bidwell/contract'
import { siteNow } from '../../marketplace/site-time.ts'
import { decideEntitlement } from '../../plans/decide-entitlement.ts'
import { countOpenAuctions, countSnipes, hasSpentTrial, readStanding } from '../../plans/plan-queries.ts'
import { AppError } from '../../platform/errors.ts'
import { accountById } from '../accounts/account-queries.ts'
import type { IdentityCtx } from '../identity-ctx.ts'

const DAY_MS = 86_400_000

/**
 * How the trial of an account stands: it is over too when its owner has had one with another account. Throws `not_found` on
 * an installation without plans.
 */
export async function readTrialStatus(ctx: IdentityCtx, accountId: number): Promise<TrialStatus> {
  const { db, clock, marketplace, plans } = ctx
  if (!plans) throw new AppError('not_found', messages.plan.noPlans)
  const now = clock.now()
  const standing = await readStanding(db, accountId)
  const { trial } = standing
  // A paid plan takes the place of a trial, of which no days remain then.
  const isActive = decideEntitlement(plans, standing, now).status === 'trialing'
  return {
    is_active: isActive,
    is_expired: trial === null ? await isSpentElsewhere(ctx, accountId) : trial.endsAt <= now,
    days_remaining: trial && isActive ? Math.ceil((trial.endsAt - now) / DAY_MS) : 0,
    trial_expires: trial && new Date(trial.endsAt).toISOString(),
    user_id: accountId,
    auctions_used: await countOpenAuctions(db, accountId, await siteNow(db, marketplace.id, clock)),
    snipes_used: trial ? await countSnipes(db, accountId, { start: trial.startedAt, end: trial.endsAt }) : 0,
    auction_limit: plans.trial.auctions,
    snipe_limit: plans.trial.snipes,
  }
}

/**
 * Whether the person behind an account without a trial has had one with another account. Before the address is verified,
 * the answer is no where starting the trial would be refused for that alone: otherwise a stranger could register an address
 * to learn whether its owner is a customer.
 */
async function isSpentElsewhere({ db, hashPerson, requiresVerifiedEmail }: IdentityCtx, accountId: number) {
  const { email, email_verified_at } = await accountById(db, accountId)
  if (requiresVerifiedEmail && email_verified_at === null) return false
  return hasSpentTrial(db, hashPerson(email))
}
