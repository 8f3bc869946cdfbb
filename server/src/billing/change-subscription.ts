import { type BillingInterval, messages, UNLIMITED } from '@bidwell/contract'
import type { Stripe } from 'stripe'
import { AppError } from '../platform/errors.ts'
import type { PaidPlan } from '../plans/load-plans.ts'
import { callStripe, changeAtStripe, isRefused, isUnconfirmed, unconfirmed } from './call-stripe.ts'
import { claimChange, latestChange, releaseChange } from './claim-change.ts'
import { ensurePrice } from './ensure-price.ts'
import { countSnipes } from '../plans/plan-queries.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import { owedSentence } from './owed-sentence.ts'
import { paidPlan } from './paid-plan.ts'
import { type BillingDeps, type Reading, readBilling, readBillingLater } from './reading/read-billing.ts'
import { StripePreview, type StripeSubscription } from './stripe-objects.ts'

/** After a failure, the user learns whether the change may have happened. A repeated request would hide it. */
const ONCE = { maxNetworkRetries: 0 }

type Choice = {
  plan?: string
  interval?: BillingInterval
  /** What the user was shown as the present plan. */
  from?: { plan: string; interval: BillingInterval } | undefined
}

/**
 * Changes the plan or the interval at once. What is paid for the rest of the period is credited, and the difference is
 * charged; a declined card refuses the change. Throws `conflict` without a subscription, and while another change is
 * underway, and `plan_change_refused` where the subscription may not be changed so.
 */
export async function changeSubscription(deps: BillingDeps, accountId: number, choice: Choice): Promise<void> {
  if (choice.plan !== undefined) paidPlan(deps, choice.plan)
  await change(deps, accountId, async (subscribed) => {
    const items = await switchItems(deps, accountId, { ...subscribed, choice })
    return () =>
      deps.stripe.subscriptions.update(
        subscribed.live.id,
        { items, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
        ONCE,
      )
  })
}

/** What the change would cost. Amounts are cents, instants epoch ms. Throws as `changeSubscription` does. */
export async function previewSubscriptionChange(
  deps: BillingDeps,
  accountId: number,
  choice: Required<Omit<Choice, 'from'>>,
) {
  const plan = paidPlan(deps, choice.plan)
  const { live, owed } = await subscribedOf(deps, accountId)
  const items = await switchItems(deps, accountId, { live, owed, choice })
  const preview = await callStripe(async () =>
    StripePreview.parse(
      await deps.stripe.invoices.createPreview({
        subscription: live.id,
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
  const { subscriptions } = deps.stripe
  await change(deps, accountId, async ({ live: { id } }) =>
    immediately
      ? () => subscriptions.cancel(id, { invoice_now: false, prorate: false }, ONCE)
      : () => subscriptions.update(id, { cancel_at_period_end: true }, ONCE),
  )
}

/** Keeps a subscription that was to end with its period. */
export async function resumeSubscription(deps: BillingDeps, accountId: number): Promise<void> {
  await change(deps, accountId, async ({ live }) => {
    if (!isEnding(live)) return null
    // Stripe's own pages may have set a date instead.
    const kept = live.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
    return () => deps.stripe.subscriptions.update(live.id, kept, ONCE)
  })
}

/** The items of the subscription with the price that is chosen. */
async function switchItems(
  deps: BillingDeps,
  accountId: number,
  { live, owed, choice: { plan, interval, from } }: Subscribed & { choice: Choice },
) {
  if (owed !== null) throw new AppError('plan_change_refused', owedSentence(owed))
  if (isEnding(live)) throw new AppError('plan_change_refused', messages.billing.resumeFirst)
  const [{ id, price: present }] = live.items.data
  const before = { plan: present.metadata['plan'] ?? '', interval: intervalOf(live) }
  if (from && (from.plan !== before.plan || from.interval !== before.interval)) {
    throw new AppError('plan_change_refused', messages.billing.changedMeanwhile)
  }
  const after = { plan: plan ?? before.plan, interval: interval ?? before.interval }
  if (after.plan === before.plan && after.interval === before.interval) {
    const { samePlan, sameInterval } = messages.billing
    throw new AppError('rule_broken', plan === undefined ? sameInterval : samePlan)
  }
  const bought = paidPlan(deps, after.plan)
  await requireMonthFits(deps, accountId, bought)
  return [{ id, price: await ensurePrice(deps, bought, after.interval) }]
}

/**
 * Throws `plan_change_refused` for a plan with fewer bids than this month has used: the rest of the dearer plan would be
 * credited, so its bids would cost nothing.
 */
async function requireMonthFits(deps: BillingDeps, accountId: number, { name, snipes }: PaidPlan) {
  const { limits, window } = await readEntitlement(deps, accountId)
  const isFewer = snipes !== UNLIMITED && (limits.snipes === UNLIMITED || snipes < limits.snipes)
  if (!isFewer) return
  const used = await countSnipes(deps.db, accountId, window)
  if (used > snipes) throw new AppError('plan_change_refused', messages.billing.usedMore(used, name, snipes))
}

const intervalOf = ({ items }: StripeSubscription): BillingInterval =>
  items.data[0].price.recurring?.interval === 'year' ? 'year' : 'month'

const isEnding = ({ cancel_at_period_end, cancel_at }: StripeSubscription) =>
  cancel_at_period_end || typeof cancel_at === 'number'

type Subscribed = Pick<Reading, 'owed'> & { live: StripeSubscription }

async function subscribedOf(deps: BillingDeps, accountId: number): Promise<Subscribed> {
  const reading = await readBilling(deps, accountId)
  if (!reading?.live) throw notSubscribed()
  return { live: reading.live, owed: reading.owed }
}

const notSubscribed = (cause?: unknown) => new AppError('conflict', messages.billing.notSubscribed, { cause })

type Send = () => Promise<Stripe.Subscription>

/**
 * Reads the subscription, decides by it what to send, sends that, and stores what Stripe shows then. `decide` returns null
 * where nothing is to be changed. Of two changes at once, one is refused: neither has seen what the other one does.
 */
async function change(
  deps: BillingDeps,
  accountId: number,
  decide: (subscribed: Subscribed) => Promise<Send | null>,
): Promise<void> {
  const latest = await latestChange(deps.db, accountId)
  const send = await decide(await subscribedOf(deps, accountId))
  if (!send) return
  await claimChange(deps.db, accountId, latest)
  try {
    await changeAtStripe(send)
  } catch (error) {
    await readBillingLater(deps.db, accountId)
    // Nobody may decide by what is not known. In a minute, this change has happened or will not happen any more.
    if (!isUnconfirmed(error)) await releaseChange(deps.db, accountId, latest)
    const hasEnded = isRefused(error) && (await readBilling(deps, accountId))?.live === null
    throw hasEnded ? notSubscribed(error) : error
  }
  await releaseChange(deps.db, accountId, latest)
  await readBilling(deps, accountId).catch(async (error: unknown) => {
    await readBillingLater(deps.db, accountId)
    throw unconfirmed(error)
  })
}
