import type { InvoiceTable } from '../platform/database/billing-tables.ts'
import type { SubscriptionTable } from '../platform/database/plan-tables.ts'
import type { StripeInvoice, StripeSubscription } from './stripe-objects.ts'

/** A subscription as it is stored. */
export type SubscriptionState = Omit<SubscriptionTable, 'id' | 'account_id' | 'read_at' | 'cancel_at_period_end'> & {
  cancel_at_period_end: boolean
}
export type InvoiceState = Omit<InvoiceTable, 'account_id' | 'receipt_mailed_at' | 'failure_mailed_at'> & {
  paid_cents: number
}

export type BillingState = {
  /** Every subscription that ever began. At most one has not ended. */
  subscriptions: SubscriptionState[]
  /** Subscriptions that run beside an older one at Stripe. They count as ended, and have to be ended and refunded there. */
  extra: string[]
  /** Subscriptions that run at prices that are not ours. They give no plan. */
  unknown: string[]
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
const STORED_INVOICES = ['open', 'paid', 'void', 'uncollectible'] as const

/** What is stored after Stripe has shown these subscriptions and invoices of one customer. */
export function decideBilling(found: readonly StripeSubscription[], invoices: readonly StripeInvoice[]): BillingState {
  const began = found.filter(({ status }) => !NEVER_BEGAN.includes(status))
  const unknown = began.filter((one) => planOf(one) === null && LIVE[one.status] !== undefined).map(({ id }) => id)
  const states = began
    .flatMap((subscription) => decideSubscription(subscription, invoices))
    .toSorted((a, b) => a.started_at.getTime() - b.started_at.getTime() || (a.external_id < b.external_id ? -1 : 1))
  const [, ...extra] = states.filter(({ status }) => status !== 'ended')
  return {
    subscriptions: states.map((state) => (extra.includes(state) ? ended(state, state.started_at) : state)),
    extra: extra.map(({ external_id }) => external_id),
    unknown,
    invoices: invoices.flatMap(decideInvoice),
  }
}

function decideSubscription(subscription: StripeSubscription, invoices: readonly StripeInvoice[]): SubscriptionState[] {
  const { id, status, start_date, cancel_at_period_end, cancel_at, canceled_at, ended_at } = subscription
  const [{ price, current_period_start, current_period_end }] = subscription.items.data
  const plan = planOf(subscription)
  if (plan === null) return []
  const live = LIVE[status]
  const state = {
    external_id: id,
    plan,
    billing_interval: price.recurring?.interval === 'year' ? ('year' as const) : ('month' as const),
    amount_cents: price.unit_amount ?? 0,
    started_at: at(start_date),
    current_period_end: at(current_period_end),
    cancel_at_period_end: cancel_at_period_end || typeof cancel_at === 'number',
  }
  if (live === undefined) return [ended(state, at(ended_at ?? canceled_at ?? current_period_end))]
  const dueSince = live === 'past_due' ? at(openSince(id, invoices) ?? current_period_start) : null
  return [{ ...state, status: live, past_due_since: dueSince, ended_at: null }]
}

type Lasting = Omit<SubscriptionState, 'status' | 'past_due_since' | 'ended_at'>
const ended = (state: Lasting, endedAt: Date): SubscriptionState => ({
  ...state,
  status: 'ended',
  past_due_since: null,
  cancel_at_period_end: false,
  ended_at: endedAt,
})

/** The lookup key moves to a new price when a plan's price changes, so the plan is also in the price's own record. */
const planOf = ({ items: { data } }: StripeSubscription): string | null => data[0].price.metadata['plan'] ?? null

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

function decideInvoice(invoice: StripeInvoice): InvoiceState[] {
  const status = STORED_INVOICES.find((known) => known === invoice.status)
  // A draft may still change.
  if (status === undefined) return []
  return [
    {
      external_id: invoice.id,
      subscription_external_id: subscriptionOf(invoice),
      number: invoice.number ?? null,
      amount_cents: invoice.total,
      paid_cents: invoice.amount_paid,
      status,
      url: pageOf(invoice),
      created_at: at(invoice.created),
    },
  ]
}

/** Nothing but the address of a page becomes a link. */
const pageOf = ({ hosted_invoice_url: url }: StripeInvoice) => (url && /^https?:\/\//.test(url) ? url : null)

const subscriptionOf = ({ parent }: StripeInvoice) => parent?.subscription_details?.subscription ?? null

const at = (seconds: number) => new Date(seconds * 1_000)
