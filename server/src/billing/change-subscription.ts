import { type BillingInterval, messages, UNLIMITED } from '@bidwell/contract'
import type { Stripe } from 'stripe'
import { AppError } from '../platform/errors.ts'
import type { PaidPlan } from '../plans/load-plans.ts'
import { callStripe, changeAtStripe, isMissing, unconfirmed } from './call-stripe.ts'
import { ensurePrice } from './ensure-price.ts'
import { countSnipes } from '../plans/plan-queries.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import { paidPlan } from './paid-plan.ts'
import { type BillingDeps, readBilling, readBillingLater } from './read-billing.ts'
import { StripePreview, type StripeSubscription } from './stripe-objects.ts'

/** After a failure, the user learns whether the change may have happened. A repeated request would hide it. */
const ONCE = { maxNetworkRetries: 0 }

type Choice = { plan?: string; interval?: BillingInterval }

/**
 * Changes the plan or the interval at once. What is paid for the rest of the period is credited, and the difference is
 * charged; a declined card refuses the change. Throws `conflict` without a subscription that may be changed.
 */
export async function changeSubscription(deps: BillingDeps, accountId: number, choice: Choice): Promise<void> {
  const { id, items } = await planSwitch(deps, accountId, choice)
  await change(deps, accountId, () =>
    deps.stripe.subscriptions.update(
      id,
      { items, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
      ONCE,
    ),
  )
}

/** What the change would cost. Amounts are cents, instants epoch ms. */
export async function previewSubscriptionChange(deps: BillingDeps, accountId: number, choice: Required<Choice>) {
  const { id, items } = await planSwitch(deps, accountId, choice)
  const plan = paidPlan(deps, choice.plan)
  const preview = await callStripe(async () =>
    StripePreview.parse(
      await deps.stripe.invoices.createPreview({
        subscription: id,
        subscription_details: { items, proration_behavior: 'always_invoice' },
      }),
    ),
  )
  const ends = preview.lines.data.map(({ period }) => period.end)
  return {
    dueNowCents: preview.total < 0 ? preview.total : preview.amount_due,
    amountCents: choice.interval === 'year' ? plan.yearlyCents : plan.monthlyCents,
    nextInvoiceAt: Math.max(...ends) * 1_000,
  }
}

/** Ends the subscription at its period's end, or at once. What is set to end already stays so. */
export async function cancelSubscription(
  deps: BillingDeps,
  accountId: number,
  { immediately }: { immediately: boolean },
): Promise<void> {
  const { id } = await liveOf(deps, accountId)
  const { stripe } = deps
  await change(deps, accountId, () =>
    immediately
      ? stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }, ONCE)
      : stripe.subscriptions.update(id, { cancel_at_period_end: true }, ONCE),
  )
}

/** Keeps a subscription that was to end with its period. */
export async function resumeSubscription(deps: BillingDeps, accountId: number): Promise<void> {
  const live = await liveOf(deps, accountId)
  // Stripe's own pages may have set a date instead.
  const kept = live.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
  if (!isEnding(live)) return
  await change(deps, accountId, () => deps.stripe.subscriptions.update(live.id, kept, ONCE))
}

/** The subscription as Stripe shows it now, and its item with another price. */
async function planSwitch(deps: BillingDeps, accountId: number, { plan, interval }: Choice) {
  if (plan !== undefined) paidPlan(deps, plan)
  const live = await liveOf(deps, accountId)
  if (live.status === 'past_due' || live.status === 'unpaid') {
    throw new AppError('conflict', messages.billing.payFirst)
  }
  if (isEnding(live)) throw new AppError('conflict', messages.billing.resumeFirst)
  const [{ id: item, price: present }] = live.items.data
  const before = { plan: present.metadata['plan'] ?? '', interval: intervalOf(live) }
  const after = { plan: plan ?? before.plan, interval: interval ?? before.interval }
  if (after.plan === before.plan && after.interval === before.interval) {
    const { samePlan, sameInterval } = messages.billing
    throw new AppError('rule_broken', plan === undefined ? sameInterval : samePlan)
  }
  const bought = paidPlan(deps, after.plan)
  await requireMonthFits(deps, accountId, bought)
  const price = await ensurePrice(deps, bought, after.interval)
  return { id: live.id, items: [{ id: item, price }] }
}

/**
 * Throws `conflict` for a plan with fewer bids than this month has used: the rest of the dearer plan would be credited, so
 * its bids would cost nothing.
 */
async function requireMonthFits(deps: BillingDeps, accountId: number, { name, snipes }: PaidPlan) {
  const { limits, window } = await readEntitlement(deps, accountId)
  const isFewer = snipes !== UNLIMITED && (limits.snipes === UNLIMITED || snipes < limits.snipes)
  if (!isFewer) return
  const used = await countSnipes(deps.db, accountId, window)
  if (used > snipes) throw new AppError('conflict', messages.billing.usedMore(used, name, snipes))
}

const intervalOf = ({ items }: StripeSubscription): BillingInterval =>
  items.data[0].price.recurring?.interval === 'year' ? 'year' : 'month'

const isEnding = ({ cancel_at_period_end, cancel_at }: StripeSubscription) =>
  cancel_at_period_end || typeof cancel_at === 'number'

async function liveOf(deps: BillingDeps, accountId: number): Promise<StripeSubscription> {
  const reading = await readBilling(deps, accountId)
  if (!reading?.live) throw new AppError('conflict', messages.billing.notSubscribed)
  return reading.live
}

/** Changes the subscription at Stripe, and stores what Stripe shows then. A job reads it later if that is unknown. */
async function change(deps: BillingDeps, accountId: number, call: () => Promise<Stripe.Subscription>) {
  try {
    await changeAtStripe(call).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      // It ended since it was read.
      throw new AppError('conflict', messages.billing.notSubscribed, { cause: error })
    })
    await readBilling(deps, accountId).catch((error: unknown) => {
      throw unconfirmed(error)
    })
  } catch (error) {
    await readBillingLater(deps.db, accountId)
    throw error
  }
}
