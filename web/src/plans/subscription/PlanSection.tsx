import type { Pricing, SubscriptionDetails, TrialStatus } from '@bidwell/contract'
import { useState } from 'react'
import { MINUTE_MS } from '../../time/units.ts'
import { useNow } from '../../time/use-now.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { CircleAlert, CircleCheck } from '../../ui/icons.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { priceOf, priceText } from '../pricing/plan-text.ts'
import { StartTrialButton } from '../StartTrialButton.tsx'
import { useBillingPortal } from '../use-payment-page.ts'
import { mayStartTrial } from '../use-start-trial.ts'
import { freePlanOf, isPaymentOpen, standingOf } from './standing.ts'

const IntervalDialog = lazyDialog(async () => (await import('./IntervalDialog.tsx')).IntervalDialog)
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

/** What a subscriber can do: most of it on the page of the payment service. */
function Subscribed({ details, pricing, interval }: SubscribedProps) {
  const [asks, setAsks] = useState<'interval' | 'cancel' | null>(null)
  const portal = useBillingPortal()
  const isUnpaid = isPaymentOpen(details)
  const { cancel_at_period_end: isEnding, scheduled_change: set } = details
  const otherInterval = interval === 'month' ? 'year' : 'month'
  const plan = pricing?.plans.find(({ id }) => id === details.plan)
  const otherPrice = plan && !isUnpaid && !isEnding && set === null ? priceOf(plan, otherInterval) : null
  const close = () => setAsks(null)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {(isEnding || set !== null) && (
          <Button variant={isEnding ? 'primary' : 'secondary'} busy={portal.busy} onClick={() => portal.open()}>
            {isEnding ? 'Keep my plan' : 'Undo the change'}
          </Button>
        )}
        <Button variant={isUnpaid ? 'primary' : 'secondary'} busy={portal.busy} onClick={() => portal.open()}>
          {isUnpaid ? 'Pay, or use another card' : 'Plan, card and invoices'}
        </Button>
        {otherPrice !== null && <Button onClick={() => setAsks('interval')}>Pay by the {otherInterval}</Button>}
        {!isEnding && <Button onClick={() => setAsks('cancel')}>Cancel subscription</Button>}
      </div>
      {asks === 'interval' && otherPrice !== null && (
        <IntervalDialog
          interval={otherInterval}
          price={priceText(otherPrice, otherInterval)}
          details={details}
          onClose={close}
        />
      )}
      {portal.dialog}
      {asks === 'cancel' && <CancelDialog details={details} free={freePlanOf(pricing)} onClose={close} />}
    </>
  )
}
