import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { pricingQuery, subscriptionQuery, trialQuery } from '../plan-queries.ts'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import { CheckoutReturn } from './CheckoutReturn.tsx'
import { InvoicesSection } from './InvoicesSection.tsx'
import { PlanSection } from './PlanSection.tsx'
import { UsageSection } from './UsageSection.tsx'

/** The settings of the plan: what holds now, what is used of it, and what was paid. */
export function SubscriptionTab() {
  const subscription = useQuery(subscriptionQuery)
  const trial = useQuery(trialQuery)
  const pricing = useQuery(pricingQuery)
  const details = subscription.data
  return (
    <div className="flex flex-col gap-4">
      <CheckoutReturn details={details} />
      {details?.test_checkout && <TestCheckoutNote />}
      {subscription.isPending && <Skeleton className="h-44" />}
      {subscription.isError && details === undefined && (
        <LoadFailure
          title={messages.subscription.subscriptionNotLoaded}
          text={messageOf(subscription.error)}
          busy={subscription.isFetching}
          onRetry={() => void subscription.refetch()}
        />
      )}
      {details && <PlanSection details={details} trial={trial.data} pricing={pricing.data} />}
      {[trial, pricing].map(
        ({ isError, data, error, isFetching, refetch }, place) =>
          isError &&
          data === undefined && (
            <LoadFailure
              key={place === 0 ? 'trial' : 'pricing'}
              title={place === 0 ? messages.subscription.subscriptionNotLoaded : messages.subscription.pricingNotLoaded}
              text={messageOf(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ),
      )}
      <UsageSection />
      {details !== undefined && details.invoices.length > 0 && <InvoicesSection invoices={details.invoices} />}
    </div>
  )
}
