import { nextRenewal } from './billing-calendar.ts'
import { cardAccepts, issueInvoice, openInvoicesOf } from './invoices.ts'
import {
  type Interval,
  type Line,
  listOf,
  type Price,
  type Schedule,
  type Subscription,
  type SubscriptionItem,
} from './records.ts'
import { itemOf, recordOf, type Service } from './service.ts'
import { declined, invalid } from './stripe-error.ts'

type NewSubscription = { customer: string; price: Price; metadata: Record<string, string> }

/** Creates a subscription and charges its first invoice. Throws `card_declined`, with nothing created. */
export function createSubscription(service: Service, { customer, price, metadata }: NewSubscription): Subscription {
  if (!cardAccepts(service, customer, true)) throw declined()
  const now = service.now()
  const period = { current_period_start: now, current_period_end: nextRenewal(now, price.recurring.interval, now) }
  const subscription: Subscription = {
    id: service.newId('sub'),
    object: 'subscription',
    status: 'active',
    customer,
    start_date: now,
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    items: listOf([{ id: service.newId('si'), object: 'subscription_item' as const, price, ...period }]),
    metadata,
    schedule: null,
  }
  service.state.subscriptions[subscription.id] = subscription
  service.emit('customer.subscription.created', subscription)
  issueInvoice(service, subscription, {
    reason: 'subscription_create',
    lines: [wholePeriod(service, itemOf(subscription))],
    isFirst: true,
  })
  return subscription
}

function wholePeriod(service: Service, item: SubscriptionItem): Line {
  const { price, current_period_start: start, current_period_end: end } = item
  return { amount: price.unit_amount, description: `1 × ${nameOf(service, price)}`, period: { start, end } }
}

const nameOf = (service: Service, { product, recurring }: Price): string =>
  `${recordOf(service, 'products', product).name}, each ${recurring.interval}`

/**
 * Changes the price at once, for the difference. Changing the interval begins a new period. Throws `card_declined` and leaves
 * all as it was when the difference cannot be charged.
 */
export function changePrice(service: Service, subscription: Subscription, price: Price): void {
  requireUnscheduled(subscription)
  const item = itemOf(subscription)
  const now = service.now()
  const { current_period_start: start, current_period_end: end, price: before } = item
  const restarts = price.recurring.interval !== before.recurring.interval
  const left = (end - now) / (end - start)
  const period = { start: now, end }
  const unused = {
    amount: -Math.round(before.unit_amount * left),
    description: `Unused time on ${nameOf(service, before)}`,
    period,
  }
  const rest = {
    amount: Math.round(price.unit_amount * left),
    description: `Remaining time on ${nameOf(service, price)}`,
    period,
  }
  const next = { current_period_start: now, current_period_end: nextRenewal(now, price.recurring.interval, now) }
  const after = { ...item, price, ...(restarts && next) }
  const lines = [unused, restarts ? wholePeriod(service, after) : rest]
  if (lines.reduce((sum, { amount }) => sum + amount, 0) < 0) {
    throw invalid('This change would give credit, which this practice service does not keep.')
  }
  if (!cardAccepts(service, subscription.customer)) throw declined()
  Object.assign(item, after)
  if (restarts) subscription.billing_cycle_anchor = now
  issueInvoice(service, subscription, { reason: 'subscription_update', lines })
  service.emit('customer.subscription.updated', subscription)
}

/** Has a subscription end with its period, or go on after all. */
export function setEnding(service: Service, subscription: Subscription, isEnding: boolean): void {
  requireUnscheduled(subscription)
  subscription.cancel_at_period_end = isEnding
  subscription.cancel_at = isEnding ? itemOf(subscription).current_period_end : null
  subscription.canceled_at = isEnding ? service.now() : null
  service.emit('customer.subscription.updated', subscription)
}

function requireUnscheduled({ schedule, status }: Subscription) {
  if (status === 'canceled') throw invalid('A canceled subscription can only update its metadata.')
  if (schedule === null) return
  throw invalid(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating it is not allowed.`,
  )
}

/** Ends a subscription at once. Nothing is paid back, and nothing open is charged any more. */
export function endSubscription(service: Service, subscription: Subscription): void {
  const now = service.now()
  endSchedule(service, subscription, 'canceled')
  const canceled_at = subscription.canceled_at ?? now
  Object.assign(subscription, { status: 'canceled', canceled_at, ended_at: now, cancel_at_period_end: false })
  for (const invoice of openInvoicesOf(service, subscription)) invoice.next_payment_attempt = null
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
  const next = scheduleOf(service, subscription)?.phases.find(({ start_date }) => start_date >= end)?.items[0]?.price
  if (next && next.recurring.interval !== item.price.recurring.interval) subscription.billing_cycle_anchor = end
  if (next) item.price = next
  endSchedule(service, subscription, 'released')
  item.current_period_start = end
  item.current_period_end = nextRenewal(subscription.billing_cycle_anchor, item.price.recurring.interval, end)
  service.emit('customer.subscription.updated', subscription)
  issueInvoice(service, subscription, { reason: 'subscription_cycle', lines: [wholePeriod(service, item)] })
}

export const scheduleOf = (service: Service, { schedule }: Subscription): Schedule | null =>
  schedule === null ? null : recordOf(service, 'schedules', schedule)

/** Puts a schedule on a subscription, with its present period as the only phase. */
export function createSchedule(service: Service, subscription: Subscription): Schedule {
  requireUnscheduled(subscription)
  const { price, current_period_start: start_date, current_period_end: end_date } = itemOf(subscription)
  const schedule: Schedule = {
    id: service.newId('sub_sched'),
    object: 'subscription_schedule',
    customer: subscription.customer,
    subscription: subscription.id,
    status: 'active',
    phases: [{ start_date, end_date, items: [{ price, quantity: 1 }] }],
  }
  service.state.schedules[schedule.id] = schedule
  subscription.schedule = schedule.id
  service.emit('subscription_schedule.created', schedule)
  return schedule
}

type NextPhase = { price: Price; interval: Interval }

/** Has another price begin with the next period, for one interval; after that the schedule is over. */
export function scheduleNext(service: Service, schedule: Schedule, { price, interval }: NextPhase): void {
  const [present] = schedule.phases
  if (!present) throw invalid('The schedule has no phase.')
  const start_date = present.end_date
  const end_date = nextRenewal(start_date, interval, start_date)
  schedule.phases = [present, { start_date, end_date, items: [{ price, quantity: 1 }] }]
  service.emit('subscription_schedule.updated', schedule)
}

/** Ends the schedule of a subscription, if it has one: `released` leaves the subscription as it is. */
export function endSchedule(service: Service, subscription: Subscription, status: 'released' | 'canceled'): void {
  const schedule = scheduleOf(service, subscription)
  if (!schedule) return
  Object.assign(schedule, { status, subscription: null })
  subscription.schedule = null
  service.emit(`subscription_schedule.${status}`, schedule)
}
