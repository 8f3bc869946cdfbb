import type { SubscriptionDetails, TrialStatus } from '@bidwell/contract'

/**
 * Whether the trial is offered to a signed-in user: not to who has a plan, or has had the trial with this account or with
 * another one. Not until both are read.
 */
export const mayStartTrial = (details: SubscriptionDetails | undefined, trial: TrialStatus | undefined): boolean =>
  details?.status === 'free' && trial?.trial_expires === null && !trial.is_expired
