import type { Subscription, SubscriptionSchedule } from './records.ts'
import { itemOf, priceOf, scheduleOf, type Service } from './service.ts'

/** Moves a subscription on to the phase that begins at an instant, epoch seconds; after the last one, it has no schedule. */
export function enterNextPhase(service: Service, subscription: Subscription, at: number): void {
  if (!subscription.schedule) return
  const schedule = scheduleOf(service, subscription.schedule)
  const phase = schedule.phases.find(({ start_date, end_date }) => start_date <= at && at < end_date)
  if (!phase) {
    endSchedule(service, subscription, 'released')
    return
  }
  const item = itemOf(subscription)
  const price = priceOf(service, phase.items[0]?.price ?? '')
  if (price.recurring.interval !== item.price.recurring.interval) subscription.billing_cycle_anchor = at
  item.price = price
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  service.emit('subscription_schedule.updated', schedule)
}

/** Ends the schedule of a subscription, if it has one: `released` leaves the subscription as it is. */
export function endSchedule(
  service: Service,
  subscription: Subscription,
  status: Exclude<SubscriptionSchedule['status'], 'active'>,
): void {
  if (!subscription.schedule) return
  const schedule = scheduleOf(service, subscription.schedule)
  const now = service.now()
  const ended =
    status === 'released' ? { released_at: now, released_subscription: subscription.id } : { canceled_at: now }
  Object.assign(schedule, { status, current_phase: null, subscription: null, ...ended })
  subscription.schedule = null
  service.emit(`subscription_schedule.${status}`, schedule)
}
