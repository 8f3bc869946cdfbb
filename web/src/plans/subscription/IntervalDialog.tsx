import { api, type BillingInterval, messages, type SubscriptionDetails } from '@bidwell/contract'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf, withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { day } from '../../time/day.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import { useSubscriptionCall } from './use-subscription-call.ts'

type IntervalDialogProps = {
  interval: BillingInterval
  /** What the plan costs by it. */
  price: string
  details: SubscriptionDetails
  onClose: () => void
}

/** Says what paying by the other interval costs and when it begins, and changes to it. */
export function IntervalDialog({ interval, price, details, onClose }: IntervalDialogProps) {
  const { withReauthentication, dialog } = useReauthentication()
  const save = useSubscriptionCall<void>(
    () =>
      withReauthentication(() =>
        withReason(
          call(api.changeBillingInterval, { body: { new_interval: interval } }),
          messages.plan.intervalNotChanged,
        ),
      ),
    messages.endingSession.loginRequired,
  )
  const confirm = () =>
    save.mutate(undefined, {
      onSuccess: ({ scheduled_change: set }) => {
        toastSuccess(`You pay by the ${interval} ${set === null ? 'now' : `from ${day(set.starts_at)} on`}.`)
        onClose()
      },
    })
  const title = `Pay by the ${interval}`
  const end = details.current_period_end
  return (
    <>
      <Dialog
        onClose={onClose}
        title={title}
        actions={
          <>
            <Button onClick={onClose}>Leave it as it is</Button>
            <Button variant="primary" busy={save.isPending} onClick={confirm}>
              {title}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {save.isError && <ErrorBanner title={messageOf(save.error)} />}
          {details.test_checkout && <TestCheckoutNote brief />}
          <p>
            {interval === 'year' || end === null
              ? `From now on it costs ${price}. What is left of the time that you have paid for is taken off the first payment.`
              : `Nothing is due now. From ${day(end)} on it costs ${price}.`}
          </p>
        </div>
      </Dialog>
      {dialog}
    </>
  )
}
