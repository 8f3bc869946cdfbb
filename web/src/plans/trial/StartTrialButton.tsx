import { useIsMutating, useQuery } from '@tanstack/react-query'
import { openAuthDialog } from '../../account/dialog/open-auth-dialog.ts'
import { useSite } from '../../api/site-query.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { pricingQuery } from '../plan-queries.ts'
import { useStartTrial } from './use-start-trial.ts'

type StartTrialButtonProps = { variant?: 'primary' | 'secondary' }

/**
 * Starts the trial of the signed-in user; for everybody else it opens the registration, which the trial starts with.
 * Without plans, there is only an account to create.
 */
export function StartTrialButton({ variant = 'secondary' }: StartTrialButtonProps) {
  const session = useSession()
  const showsPlans = useSite()?.shows_plans
  const pricing = useQuery({ ...pricingQuery, enabled: showsPlans === true })
  const trial = useStartTrial()
  const starting = useIsMutating({ mutationKey: ['plan', 'start-trial'] }) > 0
  if (showsPlans !== true) {
    return (
      <Button variant={variant} onClick={() => openAuthDialog('register')}>
        Create an account
      </Button>
    )
  }
  const start = () => {
    if (session.kind === 'signed-in') trial.mutate()
    else openAuthDialog('register', { kind: 'trial' })
  }
  return (
    <Button variant={variant} busy={starting} onClick={start}>
      {startTrialLabel(pricing.data?.trial_days)}
    </Button>
  )
}

const startTrialLabel = (days: number | undefined): string =>
  days === undefined ? 'Start Your Free Trial' : `Start Your Free ${days}-Day Trial`
