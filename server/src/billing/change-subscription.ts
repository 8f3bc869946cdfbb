import { type BillingInterval, messages } from '@bidwell/contract'
import type { Stripe } from 'stripe'
import { AppError } from '../platform/errors.ts'
import { callStripe, changeAtStripe, isRefused, isUnconfirmed, releaseSchedule, unconfirmed } from './call-stripe.ts'
import { claimChange, latestChange, releaseChange } from './claim-change.ts'
import { ensurePrice } from './ensure-price.ts'
import { paidPlan } from './paid-plan.ts'
import { owedSentence } from './present-subscription.ts'
import { type BillingDeps, readBilling, readBillingLater, type Reading } from './reading/read-billing.ts'
import { intervalOf, planOf, StripePreview, type StripeSubscription } from './stripe-objects.ts'

/** After a failure, the user learns whether the change may have happened. A repeated request would hide it. */
const ONCE = { maxNetworkRetries: 0 }

type Choice = {
  plan?: string
  interval?: BillingInterval
  /** What the user was shown as the present plan. */
  from?: { plan: string; interval: BillingInterval } | undefined
}

/**
 * Changes the plan or the interval. A dearer plan, or the year, begins at once: the difference is charged, and a declined
 * card refuses the change. A cheaper plan, or the month, begins with the next period. Throws `conflict` without a
 * subscription, and while another change is underway, and `plan_change_refused` where the subscription may not be changed so.
 */
export async function changeSubscription(deps: BillingDeps, accountId: number, choice: Choice): Promise<void> {
  const { stripe } = deps
  if (choice.plan !== undefined) paidPlan(deps, choice.plan)
  await change(deps, accountId, async (subscribed) => {
    const { live } = subscribed
    const next = decideSwitch(deps, subscribed, choice)
    const price = await ensurePrice(deps, next.plan, next.interval)
    const items = [{ id: live.items.data[0].id, price }]
    const send = () =>
      next.startsAt === null
        ? stripe.subscriptions.update(
            live.id,
            { items, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
            ONCE,
          )
        : scheduleSwitch(stripe, live, { price, interval: next.interval })
    return [...releases(stripe, live), send]
  })
}

/** What the change would cost, and when it begins. Amounts are cents, instants epoch ms. Throws as `changeSubscription` does. */
export async function previewSubscriptionChange(
  deps: BillingDeps,
  accountId: number,
  choice: Required<Omit<Choice, 'from'>>,
) {
  const subscribed = await subscribedOf(deps, accountId)
  const { plan, interval, amountCents, startsAt } = decideSwitch(deps, subscribed, choice)
  if (startsAt !== null) return { startsAt, dueNowCents: 0, amountCents, nextInvoiceAt: startsAt }
  const price = await ensurePrice(deps, plan, interval)
  return { startsAt, amountCents, ...(await previewAtOnce(deps, subscribed.live, price)) }
}

async function previewAtOnce({ stripe }: BillingDeps, { id, items }: StripeSubscription, price: string) {
  const preview = await callStripe(async () =>
    StripePreview.parse(
      await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: { items: [{ id: items.data[0].id, price }], proration_behavior: 'always_invoice' },
      }),
    ),
  )
  const ends = preview.lines.data.map(({ period }) => period.end)
  return { dueNowCents: preview.amount_due, nextInvoiceAt: Math.max(...ends) * 1_000 }
}

/** Ends the subscription at its period's end, or at once. What is set to end already stays so. */
export async function cancelSubscription(
  deps: BillingDeps,
  accountId: number,
  { immediately }: { immediately: boolean },
): Promise<void> {
  const { stripe } = deps
  await change(deps, accountId, async ({ live }) => [
    ...releases(stripe, live),
    immediately
      ? () => stripe.subscriptions.cancel(live.id, { invoice_now: false, prorate: false }, ONCE)
      : () => stripe.subscriptions.update(live.id, { cancel_at_period_end: true }, ONCE),
  ])
}

/** Keeps the present plan, which was to end or to change with its period. */
export async function resumeSubscription(deps: BillingDeps, accountId: number): Promise<void> {
  const { stripe } = deps
  await change(deps, accountId, async ({ live, isChangeSet }) => {
    // Stripe's own pages may have set a date instead.
    const kept = live.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
    const keep = () => stripe.subscriptions.update(live.id, kept, ONCE)
    if (isEnding(live)) return [...releases(stripe, live), keep]
    return isChangeSet ? releases(stripe, live) : []
  })
}

/** What is chosen, what it costs for each interval, and when it begins: null for at once, otherwise epoch ms. */
function decideSwitch(deps: BillingDeps, { live, owed, isChangeSet }: Subscribed, { plan, interval, from }: Choice) {
  if (owed !== null) throw new AppError('plan_change_refused', owedSentence(owed))
  if (isEnding(live)) throw new AppError('plan_change_refused', messages.billing.resumeFirst)
  if (isChangeSet) throw new AppError('plan_change_refused', messages.billing.changeSet)
  const [{ price: present, current_period_end: periodEnd }] = live.items.data
  const before = { plan: planOf(present) ?? '', interval: intervalOf(present) }
  if (from && (from.plan !== before.plan || from.interval !== before.interval)) {
    throw new AppError('plan_change_refused', messages.billing.changedMeanwhile)
  }
  const after = { plan: plan ?? before.plan, interval: interval ?? before.interval }
  if (after.plan === before.plan && after.interval === before.interval) {
    const { samePlan, sameInterval } = messages.billing
    throw new AppError('rule_broken', plan === undefined ? sameInterval : samePlan)
  }
  const bought = paidPlan(deps, after.plan)
  const amountCents = after.interval === 'year' ? bought.yearlyCents : bought.monthlyCents
  const isShorter = before.interval === 'year' && after.interval === 'month'
  // Only a dearer price leaves no credit when it begins within the period.
  const isLater = isShorter || amountCents <= (present.unit_amount ?? 0)
  return { plan: bought, interval: after.interval, amountCents, startsAt: isLater ? periodEnd * 1_000 : null }
}

/** Has another price begin with the next period. */
async function scheduleSwitch(
  stripe: Stripe,
  live: StripeSubscription,
  { price, interval }: { price: string; interval: BillingInterval },
) {
  // Stripe takes no phases with the first call, whose schedule changes nothing by itself.
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: live.id }, ONCE)
  const [period] = phases
  if (!period) throw new Error(`The schedule ${id} has no phase`)
  const { start_date, end_date, default_payment_method: card } = period
  // A phase that names none is charged to the card of the customer, which may have none.
  const payment = typeof card === 'string' ? { default_payment_method: card } : {}
  const present = live.items.data[0].price.id
  await stripe.subscriptionSchedules.update(
    id,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        { items: [{ price: present, quantity: 1 }], start_date, end_date, ...payment },
        {
          items: [{ price, quantity: 1 }],
          duration: { interval, interval_count: 1 },
          proration_behavior: 'none',
          ...payment,
        },
      ],
    },
    ONCE,
  )
}

/** What has to be sent before a subscription can be changed. */
const releases = (stripe: Stripe, live: StripeSubscription): Send[] =>
  live.schedule ? [() => releaseSchedule(stripe, live, ONCE)] : []

const isEnding = ({ cancel_at_period_end, cancel_at }: StripeSubscription) =>
  cancel_at_period_end || typeof cancel_at === 'number'

type Subscribed = Reading & { live: StripeSubscription }

async function subscribedOf(deps: BillingDeps, accountId: number): Promise<Subscribed> {
  const reading = await readBilling(deps, accountId)
  if (!reading?.live) throw notSubscribed()
  return { ...reading, live: reading.live }
}

const notSubscribed = (cause?: unknown) => new AppError('conflict', messages.billing.notSubscribed, { cause })

type Send = () => Promise<unknown>

/**
 * Reads the subscription, decides by it what to send, sends that, and stores what Stripe shows then. Of two changes at
 * once, one is refused: neither has seen what the other one does.
 */
async function change(
  deps: BillingDeps,
  accountId: number,
  decide: (subscribed: Subscribed) => Promise<Send[]>,
): Promise<void> {
  const latest = await latestChange(deps.db, accountId)
  const sends = await decide(await subscribedOf(deps, accountId))
  if (sends.length === 0) return
  await claimChange(deps.db, accountId, latest)
  try {
    for (const [index, send] of sends.entries()) await changeAtStripe(send, { isFirst: index === 0 })
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
