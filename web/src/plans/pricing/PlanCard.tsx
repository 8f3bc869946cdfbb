import { type BillingInterval, messages, type Plan } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { Card } from '../../ui/cards/Card.tsx'
import { Check, CircleCheck, Minus, Star } from '../../ui/icons.tsx'
import { formatDollars } from '../../ui/money.ts'
import { Tag } from '../../ui/Tag.tsx'
import { auctionsText, priceOf, priceText, snipesText, yearlySaving } from './plan-text.ts'

type PlanCardProps = {
  plan: Plan
  interval: BillingInterval
  isCurrent: boolean
  isRecommended: boolean
  children: ReactNode
}

/** One plan with its price and what it allows. The children are its button. */
export function PlanCard({ plan, interval, isCurrent, isRecommended, children }: PlanCardProps) {
  const price = priceOf(plan, interval)
  const saving = yearlySaving(plan)
  const features = [
    { text: auctionsText(plan.auction_limit), has: plan.auction_limit !== 0 },
    { text: snipesText(plan.snipe_limit, plan.kind), has: plan.snipe_limit !== 0 },
    ...(plan.sms ? [{ text: 'Text messages', has: true }] : []),
    ...(plan.priority_support ? [{ text: 'Priority support', has: true }] : []),
  ]
  return (
    <Card
      className={`flex h-full flex-col gap-4 ${isCurrent || isRecommended ? 'border-accent outline-1 outline-accent' : ''}`}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="text-lead font-semibold">{plan.name}</h2>
        {isCurrent && (
          <Tag tone="info" icon={CircleCheck}>
            Your plan
          </Tag>
        )}
        {isRecommended && !isCurrent && (
          <Tag tone="info" icon={Star}>
            {messages.plan.recommended}
          </Tag>
        )}
      </div>
      <div className="min-h-16">
        <p>
          <span className="text-display font-semibold tabular">{price === null ? '$0' : formatDollars(price)}</span>
          {price !== null && <span className="text-ink-2"> a {interval}</span>}
        </p>
        {interval === 'month' && plan.yearly_price !== null && (
          <p className="text-small text-ink-2 tabular">or {priceText(plan.yearly_price, 'year')}</p>
        )}
        {interval === 'year' && saving > 0 && (
          <p className="text-small text-success tabular">{formatDollars(saving)} less than twelve months</p>
        )}
      </div>
      <ul className="flex flex-1 flex-col gap-2">
        {features.map(({ text, has }) => (
          <li key={text} className={`flex items-start gap-2 ${has ? '' : 'text-ink-2'}`}>
            {has ? (
              <Check aria-hidden size={18} className="mt-1 shrink-0 text-accent" />
            ) : (
              <Minus aria-hidden size={18} className="mt-1 shrink-0" />
            )}
            {text}
          </li>
        ))}
      </ul>
      {/* On a page that was rendered ahead, the button of a visitor: the app may offer the user of a stored session another. */}
      <div className="flex min-h-11 flex-col in-data-session:invisible">{children}</div>
    </Card>
  )
}
