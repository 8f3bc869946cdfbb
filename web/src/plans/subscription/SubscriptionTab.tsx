import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { pricingQuery, subscriptionQuery, trialQuery } from '../plan-queries.ts'
import { ReadFailure } from '../ReadFailure.tsx'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import { CheckoutReturn } from './CheckoutReturn.tsx'
import { InvoicesSection } from './InvoicesSection.tsx'
import { PlanSection } from './PlanSection.tsx'
import { UsageSection } from './UsageSection.tsx'

const { subscriptionNotLoaded, pricingNotLoaded } = messages.plan

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
      <ReadFailure query={subscription} title={subscriptionNotLoaded} />
      {details && <PlanSection details={details} trial={trial.data} pricing={pricing.data} />}
      <ReadFailure query={trial} title={subscriptionNotLoaded} />
      <ReadFailure query={pricing} title={pricingNotLoaded} />
      <UsageSection />
      {details !== undefined && details.invoices.length > 0 && <InvoicesSection invoices={details.invoices} />}
    </div>
  )
}
