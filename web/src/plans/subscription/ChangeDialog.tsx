import { api, type ChangePreview, messages, type Plan, type Pricing, type SubscriptionDetails } from '@bidwell/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { isApiError, messageOf, withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { day } from '../../time/day.ts'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { CircleAlert, CreditCard, Info } from '../../ui/icons.tsx'
import { QueryFailure } from '../../ui/loading/LoadState.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { isRefusal } from '../is-refusal.ts'
import { changePreviewQuery, type PlanChoice } from '../plan-queries.ts'
import { auctionsText, priceOf, priceText, snipesText } from '../pricing/plan-text.ts'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import { changeSentences } from './change-cost.ts'
import type { Change } from './change.ts'
import { isSameSubscription } from './standing.ts'
import { useBillingPortal, useSubscriptionCall } from './use-subscription-call.ts'

type ChangeDialogProps = { change: Change; details: SubscriptionDetails; pricing: Pricing; onClose: () => void }

/** Says what another plan or interval costs now and later, and changes to it. */
export function ChangeDialog({ change, details, pricing, onClose }: ChangeDialogProps) {
  const [opened] = useState(details)
  const [plan, setPlan] = useState(change.kind === 'plan' ? change.plan : details.plan)
  const from = { plan: opened.plan, interval: opened.interval ?? 'month' }
  const choice = { plan, interval: change.kind === 'interval' ? change.interval : from.interval }
  const preview = useQuery(changePreviewQuery(choice))
  const { withReauthentication, dialog } = useReauthentication()
  const save = useSubscriptionCall(
    (asked: Asked) => withReauthentication(() => ask(asked)),
    messages.endingSession.loginRequired,
  )
  const name = pricing.plans.find(({ id }) => id === plan)?.name ?? opened.plan_name
  const title = change.kind === 'plan' ? 'Change your plan' : `Pay by the ${choice.interval}`
  const confirm = () =>
    save.mutate(
      { change, choice, from },
      {
        onSuccess: ({ scheduled_change: set }) => {
          const when = set === null ? 'now' : `from ${day(set.starts_at)} on`
          const what = change.kind === 'plan' ? `Your plan is ${name}` : `You pay by the ${choice.interval}`
          toastSuccess(`${what} ${when}.`)
          onClose()
        },
      },
    )
  if ((save.isIdle || save.isError) && !isSameSubscription(details, opened)) {
    return <ChangedElsewhere title={title} details={details} onClose={onClose} />
  }
  return (
    <>
      <Dialog
        onClose={onClose}
        title={title}
        actions={
          <>
            <Button onClick={onClose}>Leave it as it is</Button>
            <Button
              variant="primary"
              busy={save.isPending}
              whyNot={preview.error ? messageOf(preview.error) : preview.data ? null : 'What it costs is being read.'}
              onClick={confirm}
            >
              {change.kind === 'plan' ? `Change to ${name}` : `Pay by the ${choice.interval}`}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {save.isError && <ChangeFailure error={save.error} />}
          {details.test_checkout && <TestCheckoutNote brief />}
          {change.kind === 'plan' && (
            <Choice
              label="New plan"
              value={plan}
              onChange={setPlan}
              options={pricing.plans
                .filter(({ kind, id }) => kind === 'paid' && id !== from.plan)
                .map((other) => optionOf(other, choice))}
            />
          )}
          <ChangeCost kind={change.kind} preview={preview} />
        </div>
      </Dialog>
      {dialog}
    </>
  )
}

type ChangedElsewhereProps = Pick<ChangeDialogProps, 'details' | 'onClose'> & { title: string }

/** What was chosen and its cost were about another plan. */
const ChangedElsewhere = ({ title, details, onClose }: ChangedElsewhereProps) => (
  <Dialog onClose={onClose} title={title} actions={<Button onClick={onClose}>Leave it as it is</Button>}>
    <Banner tone="info" icon={Info} title={messages.billing.changedMeanwhile}>
      Your plan is {details.plan_name} now.
    </Banner>
  </Dialog>
)

type Asked = { change: Change; choice: PlanChoice; from: PlanChoice }

const ask = ({ change, choice, from }: Asked) =>
  change.kind === 'plan'
    ? call(api.changePlan, { body: { new_plan: choice.plan, from } })
    : withReason(
        call(api.changeBillingInterval, { body: { new_interval: choice.interval, from } }),
        messages.plan.intervalNotChanged,
      )

function optionOf(plan: Plan, { interval }: PlanChoice) {
  const price = priceOf(plan, interval)
  return {
    value: plan.id,
    label: price === null ? plan.name : `${plan.name}, ${priceText(price, interval)}`,
    hint: `${auctionsText(plan.auction_limit)} · ${snipesText(plan.snipe_limit, plan.kind)}`,
  }
}

/** Why a change was not made; after a declined card, with the way to another one. */
function ChangeFailure({ error }: { error: Error }) {
  const portal = useBillingPortal()
  if (!isApiError(error, 'payment_declined')) return <ErrorBanner title={messageOf(error)} />
  return (
    <Banner
      tone="danger"
      icon={CreditCard}
      role="alert"
      title={messageOf(error)}
      action={
        <Button size="dense" busy={portal.busy} onClick={() => portal.open()}>
          Use another card
        </Button>
      }
    >
      {portal.error && messageOf(portal.error)}
      {portal.dialog}
    </Banner>
  )
}

type ChangeCostProps = { kind: Change['kind']; preview: UseQueryResult<ChangePreview> }

/** What a change costs now and later, and what it does; or why it is refused. */
function ChangeCost({ kind, preview }: ChangeCostProps) {
  const { data, error } = preview
  return (
    <section aria-label="What it costs" aria-live="polite" className="min-h-32">
      {error !== null && isRefusal(error) && <Banner tone="warning" icon={CircleAlert} title={messageOf(error)} />}
      {!isRefusal(error) && <QueryFailure query={preview} />}
      {error === null && data === undefined && <Skeleton className="h-32" />}
      {error === null && data && (
        <ul className="flex list-disc flex-col gap-1 pl-5 tabular">
          {changeSentences(kind, data).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
