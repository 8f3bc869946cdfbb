import { api, messages, type Plan, type SubscriptionDetails } from '@bidwell/contract'
import { useState } from 'react'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { day } from '../../time/day.ts'
import { Choice } from '../../ui/fields/Choice.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { limitsText } from '../pricing/plan-text.ts'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import { useSubscriptionCall } from './use-subscription-call.ts'

type CancelDialogProps = { details: SubscriptionDetails; free: Plan | undefined; onClose: () => void }

/** Says what cancelling does and when, and cancels. */
export function CancelDialog({ details, free, onClose }: CancelDialogProps) {
  const end = details.current_period_end
  const canWait = details.status === 'active' && end !== null
  const [when, setWhen] = useState<'end' | 'now'>(canWait ? 'end' : 'now')
  const cancel = useSubscriptionCall(
    (immediately: boolean) =>
      withReason(call(api.cancelSubscription, { body: { immediately } }), messages.plan.notCancelled),
    messages.plan.signInToCancel,
  )
  const confirm = () =>
    cancel.mutate(when === 'now', {
      onSuccess: ({ cancel_at_period_end: isPending, current_period_end: at }) => {
        toastSuccess(isPending && at !== null ? `Cancelled. Your plan ends on ${day(at)}.` : 'Your plan has ended.')
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={`Cancel ${details.plan_name}?`}
      confirm="Cancel subscription"
      keep="Keep my plan"
      action={{ ...cancel, mutate: confirm }}
      onClose={onClose}
    >
      {details.test_checkout && <TestCheckoutNote brief />}
      {canWait && (
        <Choice
          label="When it ends"
          value={when}
          onChange={setWhen}
          options={[
            { value: 'end', label: `On ${day(end)}`, hint: 'When the time that you have paid for is over.' },
            { value: 'now', label: 'At once', hint: 'What you have paid for the rest of the time is not paid back.' },
          ]}
        />
      )}
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>Nothing more is charged.</li>
        {details.scheduled_change && <li>The change that is set does not begin.</li>}
        <li>
          {when === 'end' && end !== null ? `From ${day(end)} on` : 'From now on'} your plan is {free?.name ?? 'free'}
          {free && `: ${limitsText(free)}`}.
        </li>
        <li>Your tracked auctions stay readable, and bids that are scheduled still go out.</li>
      </ul>
    </ConfirmDialog>
  )
}
