import { api, messages, type Pricing, type SubscriptionDetails, type TrialStatus } from '@bidwell/contract'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { MINUTE_MS } from '../../time/units.ts'
import { useNow } from '../../time/use-now.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { CircleAlert, CircleCheck } from '../../ui/icons.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { StartTrialButton } from '../StartTrialButton.tsx'
import { mayStartTrial } from '../use-start-trial.ts'
import { type Change, firstOffer } from './change.ts'
import { freePlanOf, isDisputed, isPaymentOpen, standingOf } from './standing.ts'
import { useBillingPortal, useSubscriptionCall } from './use-subscription-call.ts'

const ChangeDialog = lazyDialog(async () => (await import('./ChangeDialog.tsx')).ChangeDialog)
const CancelDialog = lazyDialog(async () => (await import('./CancelDialog.tsx')).CancelDialog)

type PlanSectionProps = {
  details: SubscriptionDetails
  trial: TrialStatus | undefined
  /** Undefined while the prices are not read: then nothing can be changed. */
  pricing: Pricing | undefined
}

/** The plan that holds now, in words, and what can be done about it. */
export function PlanSection({ details, trial, pricing }: PlanSectionProps) {
  const now = useNow(MINUTE_MS)
  const { tone, label, sentences } = standingOf({ details, trial, free: freePlanOf(pricing), now })
  return (
    <KeepFocus label="Your plan">
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-title font-semibold">{details.plan_name}</h2>
          <Tag tone={tone} icon={tone === 'danger' || tone === 'warning' ? CircleAlert : CircleCheck}>
            {label}
          </Tag>
        </div>
        {sentences.map((sentence) => (
          <p key={sentence} className="max-w-prose text-ink-2">
            {sentence}
          </p>
        ))}
        {details.interval === null ? (
          <Offers details={details} trial={trial} />
        ) : (
          <Subscribed details={details} pricing={pricing} interval={details.interval} />
        )}
      </Card>
    </KeepFocus>
  )
}

/** The ways to more than the free plan. */
const Offers = ({ details, trial }: Pick<PlanSectionProps, 'details' | 'trial'>) => (
  <div className="flex flex-wrap gap-3">
    <Link to="/pricing" className={buttonClass({ variant: 'primary' })}>
      See plans
    </Link>
    {mayStartTrial(details, trial) && <StartTrialButton />}
  </div>
)

type SubscribedProps = Pick<PlanSectionProps, 'details' | 'pricing'> & { interval: 'month' | 'year' }

/** What a subscriber can do. */
function Subscribed({ details, pricing, interval }: SubscribedProps) {
  const [change, setChange] = useState<Change | null>(null)
  const [cancelling, setCancelling] = useState(false)
  const portal = useBillingPortal()
  const resume = useSubscriptionCall<void>(() => call(api.resumeSubscription), messages.endingSession.loginRequired)
  const error = portal.error ?? resume.error
  const isUnpaid = isPaymentOpen(details)
  const canPay = isUnpaid && !isDisputed(details)
  const offer = firstOffer(pricing?.plans ?? [], details.plan)
  const otherInterval = interval === 'month' ? 'year' : 'month'
  const { cancel_at_period_end: isEnding, scheduled_change: set } = details
  const canChange = pricing !== undefined && !isUnpaid && !isEnding && set === null
  return (
    <>
      {error && <ErrorBanner title={messageOf(error)} />}
      <div className="flex flex-wrap gap-3">
        {(isEnding || set !== null) && (
          <Button
            variant={isEnding ? 'primary' : 'secondary'}
            busy={resume.isPending}
            onClick={() => resume.mutate(undefined, { onSuccess: () => toastSuccess('Your plan goes on.') })}
          >
            {isEnding ? 'Keep my plan' : 'Undo the change'}
          </Button>
        )}
        {canChange && offer && <Button onClick={() => setChange({ kind: 'plan', plan: offer.id })}>Change plan</Button>}
        {canChange && (
          <Button onClick={() => setChange({ kind: 'interval', interval: otherInterval })}>
            Pay by the {otherInterval}
          </Button>
        )}
        <Button variant={canPay ? 'primary' : 'secondary'} busy={portal.busy} onClick={() => portal.open()}>
          {canPay ? 'Pay, or use another card' : 'Card and invoices'}
        </Button>
        {!isEnding && <Button onClick={() => setCancelling(true)}>Cancel subscription</Button>}
      </div>
      {change !== null && pricing && (
        <ChangeDialog change={change} details={details} pricing={pricing} onClose={() => setChange(null)} />
      )}
      {portal.dialog}
      {cancelling && <CancelDialog details={details} free={freePlanOf(pricing)} onClose={() => setCancelling(false)} />}
    </>
  )
}
