import { api, messages, type SubscriptionDetails } from '@bidwell/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf, withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CircleCheck, Clock, Info } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { ContinueAdding } from '../ContinueAdding.tsx'
import { checkoutText } from './checkout-text.ts'
import { isSameSubscription } from './standing.ts'
import { useSubscriptionCall } from './use-subscription-call.ts'

const ICON = { success: CircleCheck, warning: Clock, neutral: Info } as const

/**
 * Stands above the subscription after the user has returned from a page of the payment service. The address only says
 * from which one: whether anything was bought or paid, the payment service is asked.
 */
export function CheckoutReturn({ details }: { details: SubscriptionDetails | undefined }) {
  const [params, setParams] = useSearchParams()
  const returned = params.get('checkout')
  const [outcome] = useState(returned)
  const sync = useSubscriptionCall<void>(
    () => withReason(call(api.syncSubscription), messages.plan.detailsNotRead),
    messages.endingSession.loginRequired,
  )
  const { mutate } = sync

  useEffect(() => {
    if (returned === null) return
    mutate()
    // A later visit by the same address, from the browser's history, is no return.
    setParams((earlier) => withoutCheckout(earlier), { replace: true })
  }, [returned, mutate, setParams])

  if (outcome === null) return null
  if (sync.isError) {
    return <LoadFailure title={messageOf(sync.error)} busy={sync.isPending} onRetry={() => mutate()} role="alert" />
  }
  // After the page for cards and invoices, the plan below says it all.
  if (outcome === 'portal') return null
  if (sync.data === undefined) return <Skeleton className="h-16" />
  // What the user has changed since then, the plan below says.
  if (details && !isSameSubscription(details, sync.data)) return null
  return (
    <>
      <Outcome left={outcome === 'cancelled'} details={sync.data} busy={sync.isPending} onRetry={() => mutate()} />
      <ContinueAdding />
    </>
  )
}

type OutcomeProps = { left: boolean; details: SubscriptionDetails; busy: boolean; onRetry: () => void }

function Outcome({ left, details, busy, onRetry }: OutcomeProps) {
  const { tone, title, text, isOpen } = checkoutText(details, left)
  return (
    <Banner
      tone={tone}
      icon={ICON[tone]}
      title={title}
      action={
        isOpen && (
          <Button size="dense" busy={busy} onClick={onRetry}>
            Check again
          </Button>
        )
      }
    >
      {text}
    </Banner>
  )
}

function withoutCheckout(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('checkout')
  return rest
}
