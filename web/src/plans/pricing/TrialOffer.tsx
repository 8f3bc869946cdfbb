import type { Plan, TrialStatus } from '@bidwell/contract'
import { useNow } from '../../time/use-now.ts'
import { inBothZones } from '../../time/zoned-times.ts'
import { Card } from '../../ui/Card.tsx'
import { StartTrialButton } from '../trial/StartTrialButton.tsx'
import { limitsText } from './plan-text.ts'

const MINUTE_MS = 60_000

type TrialOfferProps = {
  plan: Plan
  days: number
  /** Null for somebody who is not signed in; undefined until it is read. */
  trial: TrialStatus | null | undefined
  /** Whether the user has a plan that is paid for. */
  isPaid: boolean
}

/** What the trial is, and the way into it for whoever may still have it. */
export function TrialOffer({ plan, days, trial, isPaid }: TrialOfferProps) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 sm:p-6">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-lead font-semibold">Try it for {days === 1 ? 'a day' : `${days} days`}</h2>
        <p className="mt-1 text-ink-2">
          With {limitsText(plan)}. It costs nothing, needs no card, and is there once for each person.
        </p>
      </div>
      <TrialState trial={trial} isPaid={isPaid} />
    </Card>
  )
}

function TrialState({ trial, isPaid }: Pick<TrialOfferProps, 'trial' | 'isPaid'>) {
  const now = useNow(MINUTE_MS)
  if (isPaid) return <p className="text-ink-2">Your plan already allows more.</p>
  if (trial === undefined) return null
  if (!trial?.trial_expires) return <StartTrialButton variant="primary" />
  if (!trial.is_active) return <p className="font-semibold">Yours is over.</p>
  return (
    <p className="font-semibold">Yours runs until {inBothZones(Date.parse(trial.trial_expires), now).join(', ')}.</p>
  )
}
