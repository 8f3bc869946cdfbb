import { nextRenewal } from './billing-calendar.ts'
import { cardAccepts, collect, draftInvoice, issueInvoice, type Line, voidInvoice } from './invoices.ts'
import { type Invoice, listOf, type Metadata, type Price, type Subscription, type SubscriptionItem } from './records.ts'
import { endSchedule, enterNextPhase } from './schedules.ts'
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
    schedule: null,
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

/**
 * What a change to another price costs now: the lines, and the item's dates afterwards. Changing the interval begins a new
 * period.
 */
function planChange(service: Service, item: SubscriptionItem, price: Price) {
  const now = service.now()
  const { current_period_start: start, current_period_end: end } = item
  const left = (end - now) / (end - start)
  const restarts = price.recurring.interval !== item.price.recurring.interval
  const after = restarts
    ? { price, current_period_start: now, current_period_end: nextRenewal(now, price.recurring.interval, now) }
    : { price, current_period_start: start, current_period_end: end }
  const period = { start: now, end }
  const unused: Line = {
    amount: -Math.round(item.price.unit_amount * left),
    description: `Unused time on ${item.price.nickname ?? item.price.id}`,
    proration: true,
    period,
  }
  const added: Line = restarts
    ? wholePeriod(after)
    : {
        amount: Math.round(price.unit_amount * left),
        description: `Remaining time on ${price.nickname ?? price.id}`,
        proration: true,
        period,
      }
  return { reason: 'subscription_update' as const, lines: [unused, added], after, restarts }
}

/** The invoice that a change of price would bring at once. Changes nothing. */
export const previewChange = (service: Service, subscription: Subscription, price: Price): Invoice =>
  draftInvoice(service, subscription, planChange(service, itemOf(subscription), price))

/**
 * Changes the price. With `refuseOnDecline`, throws `card_declined` and leaves all as it was when the amount that falls
 * due at once cannot be charged.
 */
export function changePrice(
  service: Service,
  subscription: Subscription,
  price: Price,
  { refuseOnDecline }: { refuseOnDecline: boolean },
): void {
  const item = itemOf(subscription)
  const { after, restarts, ...due } = planChange(service, item, price)
  const { amount_due } = draftInvoice(service, subscription, due)
  if (amount_due > 0 && refuseOnDecline && !cardAccepts(service, subscription.customer)) throw declined()
  Object.assign(item, after)
  if (restarts) subscription.billing_cycle_anchor = service.now()
  const invoice = draftInvoice(service, subscription, due)
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
  endSchedule(service, subscription, 'canceled')
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
  const end = item.current_period_end
  enterNextPhase(service, subscription, end)
  item.current_period_start = end
  item.current_period_end = nextRenewal(subscription.billing_cycle_anchor, item.price.recurring.interval, end)
  const lines = [wholePeriod(item)]
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
