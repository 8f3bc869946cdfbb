import type { SubscriptionDetails, TrialStatus } from '@bidwell/contract'
import { DAY_MS } from '../time/units.ts'
import { isPaymentOpen } from './subscription/standing.ts'

/** On its last two days a trial is said to end; on the three days after, that it has ended. */
const BEFORE_END_MS = 2 * DAY_MS
const AFTER_END_MS = 3 * DAY_MS

/** What needs the user's attention about the plan. `at` is epoch ms. */
type PlanNotice =
  | { kind: 'past_due'; until: string | null }
  | { kind: 'trial_ends'; at: number }
  | { kind: 'trial_ended' }

/** The one thing to say about the plan on every page; null for nothing. `now` is epoch ms. */
export function planNotice(
  details: Pick<SubscriptionDetails, 'status' | 'interval' | 'past_due_until'>,
  trial: Pick<TrialStatus, 'is_active' | 'trial_expires'>,
  now: number,
): PlanNotice | null {
  const { status, past_due_until: until } = details
  if (isPaymentOpen(details)) return { kind: 'past_due', until }
  if (trial.trial_expires === null) return null
  const at = Date.parse(trial.trial_expires)
  if (status === 'trialing' && trial.is_active && now >= at - BEFORE_END_MS && now < at)
    return { kind: 'trial_ends', at }
  if (status === 'free' && now >= at && now < at + AFTER_END_MS) return { kind: 'trial_ended' }
  return null
}
