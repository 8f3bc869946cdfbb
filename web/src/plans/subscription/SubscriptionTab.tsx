import { type Invoice, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { day } from '../../time/day.ts'
import { Section } from '../../ui/cards/Section.tsx'
import { CircleCheck, CircleX, Clock, ExternalLink, type LucideIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { formatDollars } from '../../ui/money.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { Tone } from '../../ui/tone.ts'
import { pricingQuery, subscriptionQuery, trialQuery } from '../plan-queries.ts'
import { ReadFailure } from '../ReadFailure.tsx'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import { CheckoutReturn } from './CheckoutReturn.tsx'
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

const STATUS: Record<Invoice['status'], { label: string; tone: Tone; icon: LucideIcon }> = {
  paid: { label: 'Paid', tone: 'success', icon: CircleCheck },
  open: { label: 'Open', tone: 'warning', icon: Clock },
  void: { label: 'Void', tone: 'neutral', icon: CircleX },
  uncollectible: { label: 'Not paid', tone: 'danger', icon: CircleX },
}

/** The latest invoices, each with the page of the payment service that shows it. */
const InvoicesSection = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <Section title="Invoices">
    <ul aria-label="Invoices" className="flex flex-col divide-y divide-line">
      {invoices.map((invoice) => {
        const { label, tone, icon } = STATUS[invoice.status]
        const name = invoice.number ?? 'Invoice'
        return (
          <li key={invoice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="w-28 tabular">{day(invoice.created_at)}</span>
            <span className="w-24 text-right tabular">{formatDollars(invoice.amount)}</span>
            <Tag tone={tone} icon={icon}>
              {label}
            </Tag>
            {invoice.url !== null && (
              <a
                href={invoice.url}
                target="_blank"
                rel="noreferrer"
                className="ml-auto flex min-h-11 items-center gap-1.5 text-accent underline underline-offset-4"
              >
                {name}
                <ExternalLink aria-hidden size={16} />
              </a>
            )}
          </li>
        )
      })}
    </ul>
  </Section>
)
