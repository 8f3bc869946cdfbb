import type * as z from 'zod/mini'
import type { Price } from '../records.ts'
import { itemOf, priceOf, type Service, subscriptionOf } from '../service.ts'
import { invalid, missing } from '../stripe-error.ts'
import { changePrice } from '../subscriptions.ts'
import type * as request from './requests.ts'

type Switch = { items: { id: string; price: string }[] }

/** The price that a request asks for. Throws for an item of another subscription. */
export function readSwitch(service: Service, subscriptionId: string, { items: [wanted] }: Switch): Price {
  const item = itemOf(subscriptionOf(service, subscriptionId))
  if (wanted?.id !== item.id) throw missing('subscription_item', wanted?.id ?? '', 'items[0][id]')
  return priceOf(service, wanted.price, 'items[0][price]')
}

export function changeSubscription(service: Service, input: z.infer<typeof request.ChangedSubscription>, id: string) {
  const subscription = subscriptionOf(service, id)
  if (subscription.status === 'canceled') {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (subscription.schedule && (input.items || input.cancel_at_period_end !== undefined)) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating it directly is not allowed.`,
    )
  }
  if (input.items) {
    const price = readSwitch(service, id, { items: input.items })
    changePrice(service, subscription, price, { refuseOnDecline: input.payment_behavior === 'error_if_incomplete' })
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
