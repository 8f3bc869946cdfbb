import { nextRenewal } from './billing-calendar.ts'
import {
  type BillingReason,
  type Invoice,
  listOf,
  type Metadata,
  type Price,
  type Subscription,
  type SubscriptionItem,
} from './records.ts'
import { cardAccepts, collect, draftInvoice, issueInvoice, type Line, voidInvoice } from './invoices.ts'
import { itemOf, type Service } from './service.ts'
import { declined, invalid } from './stripe-error.ts'

type NewSubscription = { customer: string; price: Price; metadata: Metadata }

/** Creates a subscription and charges its first invoice. Throws `card_declined`, with nothing created. */
export function createSubscription(service: Service, { customer, price, metadata }: NewSubscription): Subscription {
  if (!cardAccepts(service, customer, true)) throw declined()
  const now = service.now()
  const id = service.newId('sub')
  const item: SubscriptionItem = {
    id: service.newId('si'),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: nextRenewal(now, price.recurring.interval, now),
    price,
    quantity: 1,
    subscription: id,
    metadata: {},
  }
  const subscription: Subscription = {
    id,
    object: 'subscription',
    created: now,
    start_date: now,
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    collection_method: 'charge_automatically',
    currency: price.currency,
    customer,
    default_payment_method: null,
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    metadata,
    status: 'active',
    trial_end: null,
    livemode: false,
  }
  service.state.subscriptions[id] = subscription
  const invoice = draftInvoice(service, subscription, { reason: 'subscription_create', lines: [wholePeriod(item)] })
  issueInvoice(service, subscription, invoice)
  service.emit('customer.subscription.created', subscription)
  collect(service, invoice, { isFirst: true })
  return subscription
}

const wholePeriod = (item: Pick<SubscriptionItem, 'price' | 'current_period_start' | 'current_period_end'>): Line => ({
  amount: item.price.unit_amount,
  description: `1 × ${item.price.nickname ?? item.price.id}`,
  proration: false,
  period: { start: item.current_period_start, end: item.current_period_end },
})

export type Proration = 'always_invoice' | 'create_prorations' | 'none'

type Change = {
  price: Price
  proration: Proration
  /** Epoch seconds: the instant up to which the old price counts. */
  at: number
}

/** What a change of price costs: the lines, and the item's dates afterwards. Changing the interval begins a new period. */
function planChange(item: SubscriptionItem, { price, proration, at }: Change) {
  const { current_period_start: start, current_period_end: end } = item
  const left = (end - at) / (end - start)
  const restarts = price.recurring.interval !== item.price.recurring.interval
  const after = restarts
    ? { price, current_period_start: at, current_period_end: nextRenewal(at, price.recurring.interval, at) }
    : { price, current_period_start: start, current_period_end: end }
  const period = { start: at, end }
  const credit: Line = {
    amount: -Math.round(item.price.unit_amount * left),
    description: `Unused time on ${item.price.nickname ?? item.price.id}`,
    proration: true,
    period,
  }
  const debit: Line = restarts
    ? wholePeriod(after)
    : {
        amount: Math.round(price.unit_amount * left),
        description: `Remaining time on ${price.nickname ?? price.id}`,
        proration: true,
        period,
      }
  const lines = proration === 'none' ? (restarts ? [debit] : []) : [credit, debit]
  return { lines, after, restarts }
}

/** The invoice that a change would bring at once, or with the next renewal. Changes nothing. */
export function previewChange(service: Service, subscription: Subscription, change: Change): Invoice {
  const item = itemOf(subscription)
  const { lines, after, restarts } = planChange(item, change)
  const now = change.proration === 'always_invoice' || restarts
  const renewal = wholePeriod({
    price: change.price,
    current_period_start: after.current_period_end,
    current_period_end: nextRenewal(
      subscription.billing_cycle_anchor,
      change.price.recurring.interval,
      after.current_period_end,
    ),
  })
  const reason: BillingReason = now ? 'subscription_update' : 'subscription_cycle'
  return draftInvoice(service, subscription, { reason, lines: now ? lines : [...lines, renewal] })
}

/**
 * Changes the price. With `refuseOnDecline`, throws `card_declined` and leaves all as it was when the amount that falls
 * due at once cannot be charged.
 */
export function changePrice(
  service: Service,
  subscription: Subscription,
  change: Change,
  { refuseOnDecline }: { refuseOnDecline: boolean },
): void {
  const item = itemOf(subscription)
  const { lines, after, restarts } = planChange(item, change)
  const invoicesNow = (change.proration === 'always_invoice' || restarts) && lines.length > 0
  const reason = 'subscription_update'
  const due = invoicesNow ? draftInvoice(service, subscription, { reason, lines }).amount_due : 0
  if (due > 0 && refuseOnDecline && !cardAccepts(service, subscription.customer)) throw declined()
  Object.assign(item, after)
  if (restarts) subscription.billing_cycle_anchor = change.at
  if (!invoicesNow) {
    service.state.pendingItems.push(
      ...lines.map(({ amount, description, period }) => ({
        subscription: subscription.id,
        amount,
        description,
        ...period,
      })),
    )
    return
  }
  const invoice = draftInvoice(service, subscription, { reason, lines })
  issueInvoice(service, subscription, invoice)
  collect(service, invoice)
}

/** Ends a subscription at once. Nothing is paid back, and nothing open is charged any more. */
export function endSubscription(service: Service, subscription: Subscription): void {
  if (subscription.status === 'canceled') throw invalid('This subscription has ended already.')
  const now = service.now()
  subscription.status = 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  subscription.cancel_at_period_end = false
  for (const invoice of Object.values(service.state.invoices)) {
    const isOpen = invoice.status === 'open' && invoice.parent.subscription_details.subscription === subscription.id
    if (isOpen) invoice.next_payment_attempt = null
  }
  service.emit('customer.subscription.deleted', subscription)
}

/** Renews a subscription whose period is over, or ends it if it was to end. */
export function renewSubscription(service: Service, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(service, subscription)
    return
  }
  const item = itemOf(subscription)
  const { state } = service
  const end = item.current_period_end
  item.current_period_start = end
  item.current_period_end = nextRenewal(subscription.billing_cycle_anchor, item.price.recurring.interval, end)
  const waiting = state.pendingItems.filter((pending) => pending.subscription === subscription.id)
  state.pendingItems = state.pendingItems.filter((pending) => pending.subscription !== subscription.id)
  const lines = [
    ...waiting.map(({ amount, description, start, end: until }) => ({
      amount,
      description,
      proration: true,
      period: { start, end: until },
    })),
    wholePeriod(item),
  ]
  const invoice = draftInvoice(service, subscription, { reason: 'subscription_cycle', lines })
  issueInvoice(service, subscription, invoice)
  service.emit('customer.subscription.updated', subscription)
  collect(service, invoice)
}

/** Ends a subscription whose last charge was given up, and gives up its invoice. */
export function giveUp(service: Service, invoice: Invoice, subscription: Subscription): void {
  voidInvoice(service, invoice)
  if (subscription.status !== 'canceled') endSubscription(service, subscription)
}
