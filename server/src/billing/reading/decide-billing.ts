import type { Tables } from '../../platform/database/generated-tables.ts'
import type { SubscriptionRow } from '../../platform/database/tables.ts'
import {
  type BillingObjects,
  intervalOf,
  planOf,
  type StripeInvoice,
  type StripeSchedule,
  type StripeSubscription,
  subscriptionOf,
} from '../stripe-objects.ts'
import { decideReturned, disputedSince, returnOf } from './decide-returned.ts'

/** A subscription as it is stored. */
export type SubscriptionState = Omit<SubscriptionRow, 'id' | 'account_id' | 'read_at'>
export type InvoiceState = Omit<
  Tables['invoices'],
  'account_id' | 'receipt_mailed_at' | 'failure_mailed_at' | 'dispute_mailed_at'
> & {
  paid_cents: number
  /** Since when a bank has taken the payment back, as long as the dispute is open. */
  disputed_since: Date | null
}

export type BillingState = {
  /** Every subscription that ever began. At most one has not ended. */
  subscriptions: SubscriptionState[]
  /** Subscriptions that run beside an older one at Stripe. They count as ended, and have to be ended and refunded there. */
  extra: string[]
  /** Subscriptions that run at prices that are not ours. They give no plan. */
  unknown: string[]
  /** Subscriptions of which a payment was returned for good. Those that run have to be ended at Stripe. */
  returned: string[]
  invoices: InvoiceState[]
  /** Disputes that wait for the operator. */
  disputes: string[]
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
const STORED_INVOICES = ['open', 'paid', 'void', 'uncollectible'] as const

/** Disputes and inquiries that a merchant has to answer, or the bank decides for the customer. */
const NEEDS_RESPONSE = /needs_response$/

/** What is stored after Stripe has shown this of one customer. */
export function decideBilling(found: BillingObjects): BillingState {
  const began = found.subscriptions.filter(({ status }) => !NEVER_BEGAN.includes(status))
  const unknown = began
    .filter((one) => planOf(one.items.data[0].price) === null && LIVE[one.status] !== undefined)
    .map(({ id }) => id)
  const states = began
    .flatMap((subscription) => decideSubscription(subscription, found))
    .toSorted((a, b) => a.started_at.getTime() - b.started_at.getTime() || (a.external_id < b.external_id ? -1 : 1))
  const [, ...extra] = states.filter(({ status }) => status !== 'ended')
  return {
    subscriptions: states.map((state) => (extra.includes(state) ? ended(state, state.started_at) : state)),
    extra: extra.map(({ external_id }) => external_id),
    unknown,
    returned: began.filter(({ id }) => decideReturned(id, found).isReturned).map(({ id }) => id),
    invoices: found.invoices.flatMap((invoice) => decideInvoice(invoice, found)),
    disputes: found.disputes.filter(({ status }) => NEEDS_RESPONSE.test(status)).map(({ id }) => id),
  }
}

function decideSubscription(subscription: StripeSubscription, found: BillingObjects): SubscriptionState[] {
  const { id, status, start_date, cancel_at_period_end, cancel_at, canceled_at, ended_at } = subscription
  const [{ price, current_period_start, current_period_end }] = subscription.items.data
  const plan = planOf(price)
  if (plan === null) return []
  const live = LIVE[status]
  const isEnding = cancel_at_period_end || typeof cancel_at === 'number'
  const state = {
    external_id: id,
    plan,
    billing_interval: intervalOf(price),
    amount_cents: price.unit_amount ?? 0,
    started_at: at(start_date),
    current_period_end: at(current_period_end),
    cancel_at_period_end: isEnding,
    ...(isEnding ? NO_CHANGE : scheduledChange(subscription, found.schedules)),
  }
  if (live === undefined) return [ended(state, at(ended_at ?? canceled_at ?? current_period_end))]
  // A disputed payment counts as unpaid.
  const dues = [
    live === 'past_due' ? (openSince(id, found.invoices) ?? current_period_start) : null,
    decideReturned(id, found).disputedSince,
  ].filter((due) => due !== null)
  if (dues.length === 0) return [{ ...state, status: 'active', past_due_since: null, ended_at: null }]
  return [{ ...state, status: 'past_due', past_due_since: at(Math.min(...dues)), ended_at: null }]
}

type Lasting = Omit<SubscriptionState, 'status' | 'past_due_since' | 'ended_at'>
const ended = (state: Lasting, endedAt: Date): SubscriptionState => ({
  ...state,
  ...ENDED,
  ended_at: endedAt,
})

const NO_CHANGE = { next_plan: null, next_interval: null, next_amount_cents: null, next_starts_at: null }
/** What is stored of every subscription that has ended. */
export const ENDED = { status: 'ended', past_due_since: null, cancel_at_period_end: false, ...NO_CHANGE } as const

/** The plan or interval that begins with the next phase of a subscription's schedule. */
function scheduledChange({ id, items }: StripeSubscription, schedules: readonly StripeSchedule[]) {
  const { current_phase: present, phases = [] } = schedules.find(({ subscription }) => subscription === id) ?? {}
  const next = present && phases.find(({ start_date }) => start_date >= present.end_date)
  const price = next?.items[0]?.price
  if (!next || !price || typeof price === 'string' || price.id === items.data[0].price.id) return NO_CHANGE
  const plan = planOf(price)
  if (plan === null) return NO_CHANGE
  return {
    next_plan: plan,
    next_interval: intervalOf(price),
    next_amount_cents: price.unit_amount ?? 0,
    next_starts_at: at(next.start_date),
  }
}

/**
 * Since when the oldest invoice of a subscription that is not paid has been due, in seconds. One that was given up counts
 * until a later one is paid: otherwise a plan that nobody pays would hold for seven days of each month.
 */
function openSince(subscription: string, invoices: readonly StripeInvoice[]): number | null {
  const own = invoices.filter((invoice) => subscriptionOf(invoice) === subscription)
  const lastPaid = Math.max(...own.map(({ status, created }) => (status === 'paid' ? created : -Infinity)))
  const unpaid = own.filter(
    ({ status, created }) => status === 'open' || (status === 'uncollectible' && created > lastPaid),
  )
  const dues = unpaid.map(({ status_transitions, created }) => status_transitions.finalized_at ?? created)
  return dues.length === 0 ? null : Math.min(...dues)
}

function decideInvoice(invoice: StripeInvoice, found: BillingObjects): InvoiceState[] {
  const status = STORED_INVOICES.find((known) => known === invoice.status)
  // A draft may still change.
  if (status === undefined) return []
  const since = disputedSince(invoice, found)
  return [
    {
      external_id: invoice.id,
      subscription_external_id: subscriptionOf(invoice),
      number: invoice.number ?? null,
      amount_cents: invoice.total,
      paid_cents: invoice.amount_paid,
      disputed_since: since === null ? null : at(since),
      status,
      went_back: returnOf(invoice, found),
      url: pageOf(invoice),
      created_at: at(invoice.created),
    },
  ]
}

/** Nothing but the address of a page becomes a link. */
const pageOf = ({ hosted_invoice_url: url }: StripeInvoice) => (url && /^https?:\/\//.test(url) ? url : null)

const at = (seconds: number) => new Date(seconds * 1_000)
