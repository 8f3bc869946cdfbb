import type * as z from 'zod/mini'
import { nextRenewal } from '../billing-calendar.ts'
import type { SubscriptionSchedule } from '../records.ts'
import { endSchedule } from '../schedules.ts'
import { itemOf, priceOf, scheduleOf, type Service, subscriptionOf } from '../service.ts'
import { invalid } from '../stripe-error.ts'
import type * as request from './requests.ts'

/** Puts a schedule on a subscription, with its present period as the only phase. */
export function createSchedule(
  service: Service,
  { from_subscription: id }: z.infer<typeof request.NewSchedule>,
): SubscriptionSchedule {
  const subscription = subscriptionOf(service, id, 'from_subscription')
  if (subscription.status === 'canceled') throw invalid('You cannot migrate a subscription that is canceled.')
  if (subscription.schedule) {
    throw invalid(`You cannot migrate a subscription that is already attached to a schedule: \`${id}\`.`)
  }
  const { price, current_period_start: start_date, current_period_end: end_date } = itemOf(subscription)
  const schedule: SubscriptionSchedule = {
    id: service.newId('sub_sched'),
    object: 'subscription_schedule',
    created: service.now(),
    customer: subscription.customer,
    subscription: id,
    released_subscription: null,
    status: 'active',
    end_behavior: 'release',
    current_phase: { start_date, end_date },
    phases: [{ start_date, end_date, items: [{ price: price.id, quantity: 1 }], proration_behavior: 'none' }],
    canceled_at: null,
    completed_at: null,
    released_at: null,
    metadata: {},
    livemode: false,
  }
  service.state.subscriptionSchedules[schedule.id] = schedule
  subscription.schedule = schedule.id
  service.emit('subscription_schedule.created', schedule)
  return schedule
}

/** Replaces the phases. The first one has to be the present one. */
export function changeSchedule(
  service: Service,
  input: z.infer<typeof request.ChangedSchedule>,
  id: string,
): SubscriptionSchedule {
  const { schedule } = activeSchedule(service, id)
  const [present] = input.phases
  if (present?.start_date !== schedule.current_phase?.start_date) {
    throw invalid('You can not modify the start date of the current phase.', 'phases[0][start_date]')
  }
  let start = present?.start_date ?? service.now()
  schedule.phases = input.phases.map(({ items, end_date, duration }) => {
    const { recurring } = priceOf(service, items[0]?.price ?? '')
    const phase = {
      start_date: start,
      end_date: end_date ?? nextRenewal(start, duration?.interval ?? recurring.interval, start),
      items: items.map(({ price, quantity = '1' }) => ({ price, quantity: Number(quantity) })),
      proration_behavior: 'none' as const,
    }
    if (phase.end_date <= service.now()) throw invalid('The phase end date is in the past.', 'phases')
    start = phase.end_date
    return phase
  })
  service.emit('subscription_schedule.updated', schedule)
  return schedule
}

export function releaseSchedule(service: Service, id: string): SubscriptionSchedule {
  const { schedule, subscription } = activeSchedule(service, id)
  endSchedule(service, subscription, 'released')
  return schedule
}

function activeSchedule(service: Service, id: string) {
  const schedule = scheduleOf(service, id)
  if (schedule.subscription === null) {
    throw invalid(`This subscription schedule is in the \`${schedule.status}\` status and can no longer be changed.`)
  }
  return { schedule, subscription: subscriptionOf(service, schedule.subscription) }
}
