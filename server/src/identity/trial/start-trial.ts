import { messages, RETENTION_MS } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { decideEntitlement } from '../../plans/decide-entitlement.ts'
import type { Plans } from '../../plans/load-plans.ts'
import { hasSpentTrial, readStanding } from '../../plans/plan-queries.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { spendHash } from '../../platform/spend-hash.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { lockAccount } from '../accounts/account-queries.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import type { PersonHasher } from './hash-person.ts'

const DAY_MS = 86_400_000

/**
 * Starts the trial of an account. Starting a trial that runs already changes nothing. Throws `not_found` on an installation
 * without plans, and `conflict` when this person has had a trial, or has a paid plan.
 */
export async function startTrial(
  { db, clock, plans, hashPerson }: Ctx & Pick<IdentityCtx, 'hashPerson'>,
  accountId: number,
): Promise<void> {
  if (!plans) throw new AppError('not_found', messages.plan.noPlans)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId)
    const { status } = decideEntitlement(plans, await readStanding(tx, accountId), now)
    if (status === 'trialing') return
    if (status !== 'free') throw new AppError('conflict', messages.plan.trialWithPlan)
    const started = await beginTrial(tx, account, { plans, hashPerson, now })
    if (!started) throw new AppError('conflict', messages.plan.trialUsed)
  })
}

/**
 * Begins the trial that comes with an account: called when it is registered, and when its address is first verified. The
 * caller has inserted the account in this transaction, or holds its lock. `now` is epoch ms.
 */
export type SignUpTrial = (
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'email' | 'email_verified_at'>,
  now: number,
) => Promise<void>

/**
 * With plans, a trial comes with every account: at once, or with a verified address where one is asked for. Whoever has
 * bought a plan by then gets none unasked, because it would run unused.
 */
export function createSignUpTrial({
  plans,
  hashPerson,
  requiresVerifiedEmail,
}: Ctx & Pick<IdentityCtx, 'hashPerson'>): SignUpTrial {
  return async (tx, account, now) => {
    if (!plans || (requiresVerifiedEmail && account.email_verified_at === null)) return
    const bought = await tx
      .selectFrom('subscriptions')
      .select('account_id')
      .where('account_id', '=', account.id)
      .limit(1)
      .executeTakeFirst()
    if (!bought) await beginTrial(tx, account, { plans, hashPerson, now })
  }
}

type Beginning = { plans: Plans; hashPerson: PersonHasher; /** Epoch ms. */ now: number }

/**
 * Begins a trial, once for each account and for each person. Returns whether it has begun. The caller has inserted the
 * account in this transaction, or holds its lock.
 */
export async function beginTrial(
  tx: Tx,
  { id, email }: { id: number; email: string },
  { plans, hashPerson, now }: Beginning,
): Promise<boolean> {
  const people = hashPerson(email)
  const earlier = await tx.selectFrom('trials').select('account_id').where('account_id', '=', id).executeTakeFirst()
  if (earlier || (await hasSpentTrial(tx, people))) return false
  // Another account of the same person may begin its trial at this moment.
  if (!(await spendHash(tx, people[0], now + RETENTION_MS.spentTrials))) return false
  const endsAt = new Date(now + plans.trial.days * DAY_MS)
  await tx
    .insertInto('trials')
    .values({ account_id: id, started_at: new Date(now), ends_at: endsAt })
    .execute()
  await recordProductEvent(tx, 'trial_started', id, now)
  await announceChange(tx, { what: 'plan', accountId: id })
  return true
}
