import type { SubscriptionDetails } from '@bidwell/contract'
import { day } from '../../time/day.ts'

type CheckoutText = {
  tone: 'success' | 'warning' | 'neutral'
  title: string
  text: string
  /** The payment service may still confirm a payment. */
  isOpen: boolean
}

type Shown = Pick<SubscriptionDetails, 'plan_name' | 'status' | 'interval' | 'current_period_end'>

/** What is true after a checkout, by what the payment service says. `left`: the user returned without finishing it. */
export function checkoutText({ plan_name, status, interval, current_period_end }: Shown, left: boolean): CheckoutText {
  if (interval !== null && status === 'active') {
    const until = current_period_end === null ? '' : ` It is paid until ${day(current_period_end)}.`
    return {
      tone: 'success',
      title: `Your plan is ${plan_name}.`,
      text: `The payment is confirmed.${until}`,
      isOpen: false,
    }
  }
  if (left) {
    return {
      tone: 'neutral',
      title: 'You left the checkout.',
      text: 'The payment service shows no purchase. Your plan is as it was.',
      isOpen: false,
    }
  }
  return {
    tone: 'warning',
    title: 'The payment is not confirmed yet.',
    text: 'The payment service shows no finished purchase so far. Your plan changes as soon as it does; there is no need to pay again.',
    isOpen: true,
  }
}
