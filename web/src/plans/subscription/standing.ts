import type { Plan, Pricing, SubscriptionDetails, TrialStatus } from '@bidwell/contract'
import { day } from '../../time/day.ts'
import { briefInBothZones } from '../../time/zoned-times.ts'
import type { Tone } from '../../ui/tone.ts'
import { limitsText, priceText } from '../pricing/plan-text.ts'

/** How an account stands with its plan, as a tag and sentences. */
type Standing = { tone: Tone; label: string; sentences: string[] }

type Known = {
  details: SubscriptionDetails
  /** Undefined until it is read. */
  trial: TrialStatus | undefined
  free: Plan | undefined
  /** Epoch ms. */
  now: number
}

/** What the settings say about the plan that holds now, what it costs, and when that changes. */
export function standingOf({ details, trial, free, now }: Known): Standing {
  const { status, interval, amount, current_period_end: periodEnd, past_due_until: pastDueUntil } = details
  const price = interval === null || amount === null ? null : priceText(amount, interval)
  const costs = price === null ? [] : [`It costs ${price}.`]
  const change = details.scheduled_change === null ? [] : [changeSentence(details, details.scheduled_change)]
  const afterwards =
    free === undefined ? 'Then your plan is free.' : `Then your plan is ${free.name}: ${limitsText(free)}.`
  if (isPaymentOpen(details) && status !== 'past_due') {
    const sentence = `A payment of ${price ?? 'your plan'} is still open, so your plan is ${details.plan_name}. Once it is paid, your plan returns.`
    return { tone: 'danger', label: 'Payment open', sentences: [sentence] }
  }
  switch (status) {
    case 'unlimited':
      return { tone: 'success', label: 'Unlimited', sentences: [] }
    case 'free': {
      const allows = free === undefined ? [] : [`It allows ${limitsText(free)}.`]
      const over = trial?.is_expired ? [trialOver(trial)] : []
      return { tone: 'neutral', label: 'Free of charge', sentences: [...allows, ...over] }
    }
    case 'trialing': {
      const end = trial?.trial_expires
      const ends = end ? [`It ends ${briefInBothZones(Date.parse(end), now)}${daysLeft(trial)}.`] : []
      return { tone: 'info', label: 'Free trial', sentences: [...ends, `${afterwards} ${STILL_SENT}`] }
    }
    case 'past_due': {
      const until = pastDueUntil === null ? '' : ` Your plan holds until ${day(pastDueUntil)}.`
      return {
        tone: 'danger',
        label: 'Payment failed',
        sentences: [...costs, `The last payment did not go through.${until} ${afterwards}`, ...change],
      }
    }
    case 'active':
      if (periodEnd === null) return { tone: 'success', label: 'Active', sentences: costs }
      if (details.cancel_at_period_end) {
        return {
          tone: 'warning',
          label: `Ends ${day(periodEnd)}`,
          sentences: [
            `It is cancelled and ends on ${day(periodEnd)}. Nothing more is charged. ${afterwards} ${STILL_SENT}`,
          ],
        }
      }
      if (details.scheduled_change !== null) {
        const label = `Changes ${day(details.scheduled_change.starts_at)}`
        return { tone: 'info', label, sentences: [...costs, ...change] }
      }
      return { tone: 'success', label: 'Active', sentences: [...costs, `It renews on ${day(periodEnd)}.`] }
  }
}

/** Whether a subscription waits for its payment. After seven days its plan no longer holds. */
export const isPaymentOpen = ({ interval, status }: Pick<SubscriptionDetails, 'interval' | 'status'>): boolean =>
  interval !== null && status !== 'active'

/** Whether nothing has changed but the invoices. */
export const isSameSubscription = (one: SubscriptionDetails, other: SubscriptionDetails): boolean =>
  one.plan === other.plan &&
  one.interval === other.interval &&
  one.status === other.status &&
  one.cancel_at_period_end === other.cancel_at_period_end &&
  one.scheduled_change?.plan === other.scheduled_change?.plan &&
  one.scheduled_change?.interval === other.scheduled_change?.interval

type ScheduledChange = NonNullable<SubscriptionDetails['scheduled_change']>

function changeSentence({ plan, plan_name }: SubscriptionDetails, { starts_at, ...next }: ScheduledChange): string {
  const [from, price] = [day(starts_at), priceText(next.amount, next.interval)]
  return next.plan === plan
    ? `From ${from} on it costs ${price}. Nothing is charged until then.`
    : `From ${from} on your plan is ${next.plan_name}, for ${price}. Until then ${plan_name} holds, with all that it allows.`
}

const STILL_SENT = 'Bids that are scheduled by then still go out.'

const daysLeft = ({ days_remaining: days }: TrialStatus): string =>
  days <= 0 ? '' : days === 1 ? ', on its last day' : `, with ${days} days left`

function trialOver({ trial_expires: end }: TrialStatus): string {
  if (end === null) return 'You have had your free trial with another account. It is there once for each person.'
  return `Your free trial ended on ${day(end)}. Your tracked auctions stay readable, and bids that you scheduled still go out. New ones need a plan that allows them.`
}

export const freePlanOf = (pricing: Pricing | undefined): Plan | undefined =>
  pricing?.plans.find(({ kind }) => kind === 'free')
