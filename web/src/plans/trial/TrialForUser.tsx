import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../api/site-query.ts'
import { subscriptionQuery, trialQuery } from '../plan-queries.ts'
import { StartTrialButton } from './StartTrialButton.tsx'

/** The way into the trial for a signed-in user who has had none and has no other plan; nothing for everybody else. */
export function TrialForUser() {
  const enabled = useSite()?.shows_plans === true
  const { data: trial } = useQuery({ ...trialQuery, enabled })
  const { data: subscription } = useQuery({ ...subscriptionQuery, enabled })
  return trial?.trial_expires === null && subscription?.status === 'free' ? <StartTrialButton /> : null
}
