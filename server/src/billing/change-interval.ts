import { type BillingInterval, messages } from '@bidwell/contract'
import type { Stripe } from 'stripe'
import { AppError } from '../platform/errors.ts'
import type { BillingCtx } from './billing-ctx.ts'
import { callStripe } from './call-stripe.ts'
import { ensurePrice } from './catalog.ts'
import { paidPlan } from './paid-plan.ts'
import { readBilling } from './reading/read-billing.ts'
import { idOf, itemOf } from './stripe-objects.ts'

/**
 * Pays for the present plan by another interval: by the year from now on, for the difference, and by the month from the next
 * period on, as Stripe's own page has it. A declined card refuses the change. Throws `conflict` without a subscription, and
 * `plan_change_refused` while it is unpaid, or set to end or to change.
 */
export async function changeInterval(ctx: BillingCtx, accountId: number, interval: BillingInterval): Promise<void> {
  const { stripe } = ctx
  const live = await readBilling(ctx, accountId)
  const { notSubscribed, payFirst, resumeFirst, changeSet, sameInterval } = messages.billing
  if (!live) throw new AppError('conflict', notSubscribed)
  if (live.status === 'past_due') throw new AppError('plan_change_refused', payFirst)
  if (live.cancel_at_period_end) throw new AppError('plan_change_refused', resumeFirst)
  if (live.next_plan !== null) throw new AppError('plan_change_refused', changeSet)
  if (live.billing_interval === interval) throw new AppError('rule_broken', sameInterval)
  const plan = paidPlan(ctx, live.plan)
  await callStripe(async () => {
    const price = await ensurePrice(stripe, plan, interval)
    const subscription = await stripe.subscriptions.retrieve(live.external_id)
    await releaseSchedule(stripe, subscription)
    const item = itemOf(subscription)
    if (interval === 'year') {
      return stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      })
    }
    return scheduleChange(stripe, subscription, { price, interval })
  })
  await readBilling(ctx, accountId)
}

type Next = { price: string; interval: BillingInterval }

/** Has another price begin with the next period. */
async function scheduleChange(stripe: Stripe, subscription: Stripe.Subscription, { price, interval }: Next) {
  // Stripe takes no phases with the first call, whose schedule changes nothing by itself.
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [present] = phases
  if (!present) throw new Error(`The schedule ${id} has no phase`)
  const { start_date, end_date, default_payment_method: card } = present
  // A phase that names none is charged to the card of the customer, which may have none.
  const payment = card ? { default_payment_method: idOf(card) } : {}
  const items = [{ price: itemOf(subscription).price.id, quantity: 1 }]
  await stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      { items, start_date, end_date, ...payment },
      {
        items: [{ price, quantity: 1 }],
        duration: { interval, interval_count: 1 },
        proration_behavior: 'none',
        ...payment,
      },
    ],
  })
}

/** Takes a subscription out of its schedule: Stripe refuses to end or change it directly while it has one. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  if (schedule) await stripe.subscriptionSchedules.release(idOf(schedule))
}
