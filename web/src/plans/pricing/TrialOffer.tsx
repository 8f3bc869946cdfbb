import type { Plan, SubscriptionDetails, TrialStatus } from '@bidwell/contract'
import { useWhen } from '../../time/use-when.ts'
import { Card } from '../../ui/cards/Card.tsx'
import { StartTrialButton } from '../StartTrialButton.tsx'
import { mayStartTrial } from '../use-start-trial.ts'
import { limitsText } from './plan-text.ts'

type TrialOfferProps = { plan: Plan; days: number; user: TrialUser | null }

/** What is known of the signed-in user; null stands for a visitor. */
type TrialUser = { details: SubscriptionDetails | undefined; trial: TrialStatus | undefined }

/** What the trial is, and the way into it for whoever may still have it. */
export function TrialOffer({ plan, days, user }: TrialOfferProps) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 sm:p-6">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-lead font-semibold">Try it for {days === 1 ? 'a day' : `${days} days`}</h2>
        <p className="mt-1 text-ink-2">
          With {limitsText(plan)}. It costs nothing, needs no card, and is there once for each person.
        </p>
      </div>
      {user === null ? (
        <div className="in-data-session:invisible">
          <StartTrialButton variant="primary" />
        </div>
      ) : (
        <TrialState {...user} />
      )}
    </Card>
  )
}

function TrialState({ details, trial }: TrialUser) {
  const when = useWhen()
  if (details === undefined || trial === undefined) return null
  if (mayStartTrial(details, trial)) return <StartTrialButton variant="primary" />
  if (details.status === 'active' || details.status === 'past_due') {
    return <p className="text-ink-2">Your plan already allows more.</p>
  }
  if (!trial.is_active || trial.trial_expires === null) {
    return <p className="font-semibold">You have had yours{trial.trial_expires === null && ' with another account'}.</p>
  }
  return <p className="font-semibold">Yours runs until {when(trial.trial_expires)}.</p>
}
