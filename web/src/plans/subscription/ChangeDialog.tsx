import {
  changeBillingInterval,
  changePlan,
  messages,
  type Plan,
  type Pricing,
  type SubscriptionDetails,
} from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { withReason } from '../../api/with-reason.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastSuccess } from '../../ui/toasts/toasts.tsx'
import { changePreviewQuery, type PlanChoice } from '../plan-queries.ts'
import { auctionsText, priceOf, priceText, snipesText } from '../pricing/plan-text.ts'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import type { Change } from './change.ts'
import { costSentences } from './change-cost.ts'
import { useSubscriptionCall } from './use-subscription-call.ts'

type ChangeDialogProps = { change: Change; details: SubscriptionDetails; pricing: Pricing; onClose: () => void }

/** Says what another plan or interval costs now and later, and changes to it. */
export function ChangeDialog({ change, details, pricing, onClose }: ChangeDialogProps) {
  const others = pricing.plans.filter(({ kind, id }) => kind === 'paid' && id !== details.plan)
  const [plan, setPlan] = useState(change.kind === 'plan' ? change.plan : details.plan)
  const choice = { plan, interval: change.kind === 'interval' ? change.interval : (details.interval ?? 'month') }
  const preview = useQuery(changePreviewQuery(choice))
  const save = useSubscriptionCall(ask, messages.session.loginRequired)
  const target = pricing.plans.find(({ id }) => id === plan)
  const name = target?.name ?? details.plan_name
  const confirm = () =>
    save.mutate(
      { change, choice },
      {
        onSuccess: () => {
          toastSuccess(change.kind === 'plan' ? `Your plan is ${name} now.` : `You pay by the ${choice.interval} now.`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      onClose={onClose}
      title={change.kind === 'plan' ? 'Change your plan' : `Pay by the ${choice.interval}`}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            whyNot={preview.data ? null : 'What it costs is being read.'}
            onClick={confirm}
          >
            {change.kind === 'plan' ? `Change to ${name}` : `Pay by the ${choice.interval}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {save.isError && <ErrorBanner title={messageOf(save.error)} />}
        {details.test_checkout && <TestCheckoutNote brief />}
        {change.kind === 'plan' && (
          <Choice
            label="New plan"
            value={plan}
            onChange={setPlan}
            options={others.map((each) => optionOf(each, choice))}
          />
        )}
        <section aria-label="What it costs" className="min-h-20">
          {preview.isError && (
            <LoadFailure
              title={messageOf(preview.error)}
              busy={preview.isFetching}
              onRetry={() => void preview.refetch()}
            />
          )}
          {preview.isPending && <Skeleton className="h-20" />}
          {preview.data && (
            <ul className="flex list-disc flex-col gap-1 pl-5 tabular">
              {costSentences(preview.data).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {change.kind === 'plan' && (
                <li>The new limits hold at once. Nothing that you track or have scheduled is lost.</li>
              )}
            </ul>
          )}
        </section>
      </div>
    </Dialog>
  )
}

const ask = ({ change, choice }: { change: Change; choice: PlanChoice }) =>
  change.kind === 'plan'
    ? call(changePlan, { body: { new_plan: choice.plan } })
    : withReason(
        call(changeBillingInterval, { body: { new_interval: choice.interval } }),
        messages.subscription.intervalNotChanged,
      )

function optionOf(plan: Plan, { interval }: PlanChoice) {
  const price = priceOf(plan, interval)
  return {
    value: plan.id,
    label: price === null ? plan.name : `${plan.name}, ${priceText(price, interval)}`,
    hint: `${auctionsText(plan.auction_limit)} · ${snipesText(plan.snipe_limit, plan.kind)}`,
  }
}
