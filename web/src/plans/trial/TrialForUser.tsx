import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../api/installation-queries.ts'
import { subscriptionQuery, trialQuery } from '../plan-queries.ts'
import { mayStartTrial } from './may-start-trial.ts'
import { StartTrialButton } from './StartTrialButton.tsx'

/** The way into the trial for a signed-in user who may have it; nothing for everybody else. */
export function TrialForUser() {
  const enabled = useSite()?.shows_plans === true
  const { data: trial } = useQuery({ ...trialQuery, enabled })
  const { data: details } = useQuery({ ...subscriptionQuery, enabled })
  return mayStartTrial(details, trial) ? <StartTrialButton /> : null
}
