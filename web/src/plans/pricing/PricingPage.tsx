import { type BillingInterval, messages, type Pricing } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { Chips } from '../../ui/fields/Chips.tsx'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ContinueAdding } from '../ContinueAdding.tsx'
import { pricingQuery, subscriptionQuery, trialQuery } from '../plan-queries.ts'
import { ReadFailure } from '../ReadFailure.tsx'
import { TestCheckoutNote } from '../TestCheckoutNote.tsx'
import { planAction } from './plan-action.ts'
import { recommendedPlan, yearText } from './plan-text.ts'
import { PlanButton } from './PlanButton.tsx'
import { PlanCard } from './PlanCard.tsx'
import { TrialOffer } from './TrialOffer.tsx'

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const

/** `/pricing`: the plans, drawn from what the server says about them. */
function PricingPage() {
  const pricing = useQuery(pricingQuery)
  return (
    <div className="flex flex-col gap-8 py-4 sm:gap-12 sm:py-10">
      <header className="flex flex-col gap-3">
        <PageTitle tab="Pricing">Plans and prices</PageTitle>
        <p className="max-w-prose text-lead text-ink-2">
          Every plan bids in the same way, with the same checks and the same receipts. You pay for how much you track
          and bid, not for better odds.
        </p>
      </header>
      <ContinueAdding />
      {pricing.data?.test_checkout && <TestCheckoutNote />}
      {pricing.isPending && <PlansLoading />}
      <ReadFailure query={pricing} title={messages.plan.pricingNotLoaded} />
      {pricing.data && <Plans pricing={pricing.data} />}
      <PricingQuestions />
    </div>
  )
}

function Plans({ pricing }: { pricing: Pricing }) {
  const isUser = useSession().kind === 'signed-in'
  const subscription = useQuery({ ...subscriptionQuery, enabled: isUser })
  const trial = useQuery({ ...trialQuery, enabled: isUser })
  const [chosen, setChosen] = useState<BillingInterval | null>(null)
  const details = isUser ? (subscription.data ?? null) : null
  const interval = chosen ?? details?.interval ?? 'month'
  const trialPlan = pricing.plans.find(({ kind }) => kind === 'trial')
  const plans = pricing.plans.filter(({ kind }) => kind !== 'trial')
  // Whoever has a paid plan has chosen.
  const recommended = details === null || details.interval === null ? recommendedPlan(plans) : null
  return (
    <>
      {trialPlan && (
        <TrialOffer
          plan={trialPlan}
          days={pricing.trial_days}
          user={isUser ? { details: subscription.data, trial: trial.data } : null}
        />
      )}
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Chips label="Pay by" value={interval} onChange={setChosen} chips={INTERVALS} />
          <p className="text-small text-ink-2">{yearText(plans)}</p>
        </div>
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-4">
          {plans.map((plan) => (
            <li key={plan.id}>
              <PlanCard
                plan={plan}
                interval={interval}
                isCurrent={details?.plan === plan.id}
                isRecommended={plan.id === recommended}
              >
                {/* Until the subscription is read, nobody can say what the button would do. */}
                {(!isUser || details) && (
                  <PlanButton
                    plan={plan}
                    interval={interval}
                    needsAddress={pricing.needs_verified_email}
                    isRecommended={plan.id === recommended}
                    action={planAction(plan, interval, details)}
                  />
                )}
              </PlanCard>
            </li>
          ))}
        </ul>
        {isUser && <ReadFailure query={subscription} title={messages.plan.subscriptionNotLoaded} />}
      </div>
    </>
  )
}

const PlansLoading = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <Skeleton className="h-32 sm:h-24" />
    <div className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-4">
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-80" />
      ))}
    </div>
  </div>
)

const QUESTIONS = [
  {
    question: 'What is a snipe, and when does it count?',
    answer:
      'A snipe is a bid that Bidwell places for you in the last seconds. It counts when you schedule it. It is given back when you cancel it in time, or when it was not sent for a reason that is not yours.',
  },
  {
    question: 'What happens when I reach a limit?',
    answer:
      'Nothing that you have scheduled or tracked is touched. You cannot add more until the next month begins, an auction ends or is removed, or you take a larger plan.',
  },
  {
    question: 'What happens when the trial ends?',
    answer:
      'Nothing is charged: the trial knows no card. Your account goes on with the plan that costs nothing. The auctions you track stay readable, and bids that are scheduled still go out.',
  },
  {
    question: 'Can I change or cancel?',
    answer:
      'At any time, in the settings. A dearer plan begins at once, and what you have paid is taken into account. A cheaper plan begins when your paid time is over. A cancelled plan goes on until then.',
  },
] as const

const PricingQuestions = () => (
  <section aria-labelledby="questions" className="flex flex-col gap-4">
    <h2 id="questions" className="text-title font-semibold">
      Questions
    </h2>
    <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
      {QUESTIONS.map(({ question, answer }) => (
        <div key={question} className="flex flex-col gap-1">
          <dt className="font-semibold">{question}</dt>
          <dd className="text-ink-2">{answer}</dd>
        </div>
      ))}
    </dl>
    <p className="flex flex-wrap gap-x-6 font-semibold text-accent underline-offset-4">
      <Link to="/billing-faq" className="flex min-h-11 items-center underline">
        More about billing
      </Link>
      <Link to="/refund-policy" className="flex min-h-11 items-center underline">
        Refunds
      </Link>
    </p>
  </section>
)

export const head = {
  title: 'Pricing',
  description: 'The plans of Bidwell: what each costs, and how many auctions and bids it allows.',
}

export { PricingPage as Component }
