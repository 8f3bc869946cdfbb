import type { Stripe } from 'stripe'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { SubscriptionRow } from '../../platform/database/tables.ts'
import { type BillingObjects, idOf, intervalOf, itemOf, planOf } from '../stripe-objects.ts'

/** A subscription as it is stored. */
export type SubscriptionState = Omit<SubscriptionRow, 'account_id'>
export type InvoiceState = Omit<Tables['invoices'], 'account_id'>

export type BillingState = {
  /** The subscription that runs, or else the one that began last; null when none has begun. */
  subscription: SubscriptionState | null
  /** Another one runs beside it: the account pays twice. */
  hasSecond: boolean
  invoices: InvoiceState[]
}

const LIVE: Record<string, 'active' | 'past_due'> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  // After the last failed attempt, where Stripe is set up to keep the subscription.
  unpaid: 'past_due',
}
/** The first payment was never made. */
const NEVER_BEGAN = ['incomplete', 'incomplete_expired']
/** A draft may still change. */
const STORED_INVOICES = ['open', 'paid', 'void', 'uncollectible'] as const

/** What is stored after Stripe has shown this of one customer. A subscription at a price that is not ours gives no plan. */
export function decideBilling(found: BillingObjects): BillingState {
  const ours = found.subscriptions
    .filter((one) => !NEVER_BEGAN.includes(one.status) && planOf(itemOf(one).price) !== null)
    .toSorted((a, b) => b.start_date - a.start_date)
  const live = ours.filter(({ status }) => LIVE[status] !== undefined)
  const subscription = live.at(-1) ?? ours[0]
  return {
    subscription: subscription ? decideSubscription(subscription, found) : null,
    hasSecond: live.length > 1,
    invoices: found.invoices.flatMap(decideInvoice),
  }
}

function decideSubscription(
  subscription: Stripe.Subscription,
  { schedule, invoices }: BillingObjects,
): SubscriptionState {
  const { id, start_date, cancel_at_period_end, cancel_at, canceled_at, ended_at } = subscription
  const { price, current_period_start, current_period_end } = itemOf(subscription)
  const status = LIVE[subscription.status]
  // Stripe's own page sets a date instead.
  const isEnding = cancel_at_period_end || cancel_at !== null
  const state = {
    external_id: id,
    plan: planOf(price) ?? '',
    billing_interval: intervalOf(price),
    amount_cents: price.unit_amount ?? 0,
    started_at: at(start_date),
    current_period_end: at(current_period_end),
    cancel_at_period_end: isEnding,
    ...(isEnding ? NO_CHANGE : scheduledChange(subscription, schedule)),
  }
  if (status === undefined) return { ...state, ...ENDED, ended_at: at(ended_at ?? canceled_at ?? current_period_end) }
  const dues = invoices
    .filter((invoice) => invoice.status === 'open' && subscriptionOf(invoice) === id)
    .map(({ created }) => created)
  const since = dues.length === 0 ? current_period_start : Math.min(...dues)
  return { ...state, status, past_due_since: status === 'past_due' ? at(since) : null, ended_at: null }
}

const NO_CHANGE = { next_plan: null, next_interval: null, next_amount_cents: null, next_starts_at: null }
/** What is stored of every subscription that has ended. */
export const ENDED = { status: 'ended', past_due_since: null, cancel_at_period_end: false, ...NO_CHANGE } as const

/** The plan or interval that begins with the next phase of a subscription's schedule. */
function scheduledChange(subscription: Stripe.Subscription, schedule: Stripe.SubscriptionSchedule | null) {
  const { price: present, current_period_end } = itemOf(subscription)
  const isOwn = schedule?.subscription && idOf(schedule.subscription) === subscription.id
  const next = isOwn ? schedule.phases.find(({ start_date }) => start_date >= current_period_end) : undefined
  const price = next?.items[0]?.price
  if (!next || !price || typeof price === 'string' || 'deleted' in price || price.id === present.id) return NO_CHANGE
  const plan = planOf(price)
  if (plan === null) return NO_CHANGE
  return {
    next_plan: plan,
    next_interval: intervalOf(price),
    next_amount_cents: price.unit_amount ?? 0,
    next_starts_at: at(next.start_date),
  }
}

const subscriptionOf = ({ parent }: Stripe.Invoice): string | null => {
  const subscription = parent?.subscription_details?.subscription
  return subscription ? idOf(subscription) : null
}

function decideInvoice(invoice: Stripe.Invoice): InvoiceState[] {
  const { id, number, total, created, hosted_invoice_url: url } = invoice
  const status = STORED_INVOICES.find((known) => known === invoice.status)
  if (status === undefined) return []
  const shown = { external_id: id, number, amount_cents: total, status, created_at: at(created) }
  return [{ ...shown, subscription_external_id: subscriptionOf(invoice), url: url ?? null }]
}

const at = (seconds: number) => new Date(seconds * 1_000)
