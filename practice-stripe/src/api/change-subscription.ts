import type * as z from 'zod/mini'
import { itemOf, priceOf, type Service, subscriptionOf } from '../service.ts'
import { invalid, missing } from '../stripe-error.ts'
import { changePrice, type Proration } from '../subscriptions.ts'
import type * as request from './requests.ts'

type Switch = {
  items: { id: string; price: string }[]
  proration_behavior?: Proration | undefined
  proration_date?: number | undefined
}

/** The change that a request asks for. Throws for an item of another subscription, and for a date outside the period. */
export function readSwitch(service: Service, subscriptionId: string, { items, ...input }: Switch) {
  const subscription = subscriptionOf(service, subscriptionId)
  const [wanted] = items
  if (wanted?.id !== itemOf(subscription).id) throw missing('subscription_item', wanted?.id ?? '', 'items[0][id]')
  const change = {
    price: priceOf(service, wanted.price, 'items[0][price]'),
    proration: input.proration_behavior ?? 'create_prorations',
    at: input.proration_date ?? service.now(),
  } as const
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  if (change.at < start || change.at > end) {
    throw invalid('Cannot specify `proration_date` outside of the current billing period.', 'proration_date')
  }
  return { subscription, change }
}

export function changeSubscription(service: Service, input: z.infer<typeof request.ChangedSubscription>, id: string) {
  const subscription = subscriptionOf(service, id)
  if (subscription.status === 'canceled') {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (input.items) {
    const { change } = readSwitch(service, id, { ...input, items: input.items })
    const refuseOnDecline = input.payment_behavior === 'error_if_incomplete'
    changePrice(service, subscription, change, { refuseOnDecline })
  }
  if (input.cancel_at_period_end !== undefined) {
    subscription.cancel_at_period_end = input.cancel_at_period_end
    subscription.cancel_at = input.cancel_at_period_end ? itemOf(subscription).current_period_end : null
    subscription.canceled_at = input.cancel_at_period_end ? service.now() : null
  }
  if (input.metadata) Object.assign(subscription.metadata, input.metadata)
  service.emit('customer.subscription.updated', subscription)
  return subscription
}
