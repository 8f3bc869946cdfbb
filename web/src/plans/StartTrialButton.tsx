import { useIsMutating, useQuery } from '@tanstack/react-query'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { siteQuery } from '../api/installation-queries.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { pricingQuery } from './plan-queries.ts'
import { START_TRIAL_KEY, useStartTrial } from './use-start-trial.ts'

type StartTrialButtonProps = { variant?: 'primary' | 'secondary' }

/**
 * Starts the trial of the signed-in user; for everybody else it opens the registration, which the trial starts with.
 * Without plans, there is only an account to create. Until it is known which, the button keeps its place unseen: its label
 * does not change before the user's eyes.
 */
export function StartTrialButton({ variant = 'secondary' }: StartTrialButtonProps) {
  const session = useSession()
  const site = useQuery(siteQuery)
  const hasPlans = site.data?.shows_plans === true
  const pricing = useQuery({ ...pricingQuery, enabled: hasPlans })
  const trial = useStartTrial()
  const starting = useIsMutating({ mutationKey: START_TRIAL_KEY }) > 0
  const start = () => {
    if (!hasPlans) openAuthDialog('register')
    else if (session.kind === 'signed-in') trial.mutate()
    else openAuthDialog('register', { kind: 'trial', needsAddress: pricing.data?.needs_verified_email === true })
  }
  const isKnown = !site.isLoading && !pricing.isLoading
  return (
    <Button variant={variant} className={isKnown ? '' : 'invisible'} busy={hasPlans && starting} onClick={start}>
      {hasPlans ? startTrialLabel(pricing.data?.trial_days) : 'Create an account'}
    </Button>
  )
}

const startTrialLabel = (days: number | undefined): string =>
  days === undefined ? 'Start Your Free Trial' : `Start Your Free ${days}-Day Trial`
