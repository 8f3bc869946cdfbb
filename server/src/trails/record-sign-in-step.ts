import { type api, type Body, normalizeEmail, type RecoveryMethod } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { createHourlyQuota } from './create-hourly-quota.ts'

export type SignInStep =
  | ({ step: 'failed' } & Body<typeof api.trackSignInFailure>)
  | { step: 'recovery'; session_id: string; recovery_method: RecoveryMethod }
  | { step: 'abandoned' | 'resolved'; session_id: string }

export type TrailParts = { db: Db; clock: Clock; hashEmail: (email: string) => Buffer }

/** Over all callers of all processes, who need no sign-in: together they may fill 50 MB of the disk a day at most. */
const MAX_STEPS_PER_HOUR = 5_000

/**
 * Returns a function that stores one step of somebody who could not sign in. The e-mail is stored as a keyed hash.
 */
export function createSignInTrail({ db, clock, hashEmail }: TrailParts, mostPerHour = MAX_STEPS_PER_HOUR) {
  const isWithinQuota = createHourlyQuota(clock, mostPerHour)

  return async function recordSignInStep(entry: SignInStep): Promise<void> {
    if (!isWithinQuota()) return
    const { step, session_id } = entry
    await db
      .insertInto('login_failure_trail')
      .values({ step, session_id, at: new Date(clock.now()), ...detailsOf(entry) })
      .execute()
  }

  function detailsOf(entry: SignInStep) {
    if (entry.step === 'recovery') return { recovery_method: entry.recovery_method }
    if (entry.step !== 'failed') return {}
    const { email, error_type, attempt_count, user_agent } = entry
    return { email_hash: email === '' ? null : hashEmail(normalizeEmail(email)), error_type, attempt_count, user_agent }
  }
}
