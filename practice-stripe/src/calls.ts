import * as z from 'zod/mini'
import { type CheckoutSession, listOf, type PortalConfiguration, type Price } from './records.ts'
import { itemOf, recordOf, type Service } from './service.ts'
import { invalid, missing } from './stripe-error.ts'
import {
  changePrice,
  createSchedule,
  createSubscription,
  endSchedule,
  endSubscription,
  scheduleNext,
  setEnding,
} from './subscriptions.ts'

const DAY = 86_400

const text = z.string()
const texts = z.optional(z.array(z.string()))
const metadata = z._default(z.record(z.string(), z.string()), {})
const interval = z.enum(['month', 'year'])
const nothing = z.object({})
const ofCustomer = z.object({ customer: z.optional(text), status: z.optional(text) })

/** One call of Stripe's API. `path` is relative to `/v1`; `:id` stands for the record's id. */
function call<S extends z.ZodMiniType>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  input: S,
  run: (service: Service, input: z.infer<S>, id: string) => object,
) {
  const checked = (service: Service, raw: unknown, id: string) => {
    const parsed = input.safeParse(raw ?? {})
    if (parsed.success) return run(service, parsed.data, id)
    const [issue] = parsed.error.issues
    throw invalid(`Invalid value for ${issue?.path.join('.')}: ${issue?.message}`)
  }
  return { method, path, run: checked }
}

/** Newest first, as every list of Stripe, and always whole. */
const newest = <T>(records: Record<string, T>, matches: (record: T) => boolean) =>
  listOf(Object.values(records).filter(matches).toReversed())

const customerCalls = [
  call('POST', '/customers', z.object({ email: text, metadata }), ({ state, newId }, input) => {
    const customer = { id: newId('cus'), object: 'customer' as const, practice_card: null, ...input }
    state.customers[customer.id] = customer
    return customer
  }),
  call('GET', '/customers/:id', nothing, (service, _input, id) => recordOf(service, 'customers', id)),
  call('POST', '/customers/:id', z.object({ email: text }), (service, input, id) =>
    Object.assign(recordOf(service, 'customers', id), input),
  ),
  call('DELETE', '/customers/:id', nothing, (service, _input, id) => {
    recordOf(service, 'customers', id)
    for (const subscription of Object.values(service.state.subscriptions)) {
      if (subscription.customer === id && subscription.status !== 'canceled') endSubscription(service, subscription)
    }
    delete service.state.customers[id]
    return { id, object: 'customer', deleted: true }
  }),
]

const NewPrice = z.object({
  currency: text,
  unit_amount: z.coerce.number(),
  recurring: z.object({ interval }),
  product: text,
  lookup_key: z._default(z.nullable(text), null),
  metadata,
})

const catalogCalls = [
  call('POST', '/products', z.object({ id: text, name: text }), ({ state }, input) => {
    const product = { object: 'product' as const, ...input }
    state.products[product.id] = product
    return product
  }),
  call('POST', '/products/:id', z.object({ name: text }), (service, input, id) =>
    Object.assign(recordOf(service, 'products', id), input),
  ),
  call('POST', '/prices', NewPrice, (service, { recurring, ...input }) => {
    recordOf(service, 'products', input.product)
    for (const other of Object.values(service.state.prices)) {
      if (input.lookup_key === other.lookup_key) other.lookup_key = null
    }
    const price: Price = {
      id: service.newId('price'),
      object: 'price',
      active: true,
      ...input,
      recurring: { ...recurring, interval_count: 1 },
    }
    service.state.prices[price.id] = price
    return price
  }),
  call('GET', '/prices', z.object({ lookup_keys: texts }), ({ state }, { lookup_keys: keys }) =>
    newest(state.prices, ({ lookup_key }) => !keys || (lookup_key !== null && keys.includes(lookup_key))),
  ),
]

const NewCheckout = z.object({
  customer: text,
  client_reference_id: z.optional(text),
  line_items: z.tuple([z.object({ price: text })]),
  success_url: text,
  cancel_url: text,
  subscription_data: z._default(z.object({ metadata }), { metadata: {} }),
})

const checkoutCalls = [
  call('POST', '/checkout/sessions', NewCheckout, (service, input) => {
    const { customer, client_reference_id = null, line_items, success_url, cancel_url, subscription_data } = input
    const id = service.newId('cs_test')
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      status: 'open',
      expires_at: service.now() + DAY,
      client_reference_id,
      customer: recordOf(service, 'customers', customer).id,
      success_url,
      cancel_url,
      subscription: null,
      url: `${service.url}/checkout/${id}`,
      practice_price: recordOf(service, 'prices', line_items[0].price),
      practice_metadata: subscription_data.metadata,
    }
    service.state.checkouts[id] = session
    return session
  }),
  call('GET', '/checkout/sessions', ofCustomer, ({ state }, { customer, status }) =>
    newest(state.checkouts, (session) => session.customer === customer && (!status || session.status === status)),
  ),
  call('GET', '/checkout/sessions/:id', nothing, (service, _input, id) => recordOf(service, 'checkouts', id)),
  call('POST', '/checkout/sessions/:id/expire', nothing, (service, _input, id) => {
    const session = recordOf(service, 'checkouts', id)
    if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
    return Object.assign(session, { status: 'expired', url: null })
  }),
]

const ChangedSubscription = z.object({
  items: z.optional(z.tuple([z.object({ id: text, price: text })])),
  cancel_at_period_end: z.optional(z.enum(['true', 'false'])),
})

const subscriptionCalls = [
  call(
    'POST',
    '/subscriptions',
    z.object({ customer: text, items: z.tuple([z.object({ price: text })]) }),
    (service, input) =>
      createSubscription(service, {
        customer: input.customer,
        price: recordOf(service, 'prices', input.items[0].price),
        metadata: {},
      }),
  ),
  call('GET', '/subscriptions', ofCustomer, ({ state }, { customer, status }) =>
    newest(
      state.subscriptions,
      (one) => (!customer || one.customer === customer) && (status === 'all' || one.status !== 'canceled'),
    ),
  ),
  call('GET', '/subscriptions/:id', nothing, (service, _input, id) => recordOf(service, 'subscriptions', id)),
  call('POST', '/subscriptions/:id', ChangedSubscription, (service, { items, cancel_at_period_end }, id) => {
    const subscription = recordOf(service, 'subscriptions', id)
    if (items) {
      if (items[0].id !== itemOf(subscription).id) throw missing('subscription_item', items[0].id)
      changePrice(service, subscription, recordOf(service, 'prices', items[0].price))
    }
    if (cancel_at_period_end) setEnding(service, subscription, cancel_at_period_end === 'true')
    return subscription
  }),
  call('DELETE', '/subscriptions/:id', nothing, (service, _input, id) => {
    const subscription = recordOf(service, 'subscriptions', id)
    // Stripe treats a subscription that has ended as gone for this call.
    if (subscription.status === 'canceled') throw missing('subscription', id)
    endSubscription(service, subscription)
    return subscription
  }),
]

const Phase = z.object({ items: z.tuple([z.object({ price: text })]), duration: z.optional(z.object({ interval })) })

const scheduleCalls = [
  call('POST', '/subscription_schedules', z.object({ from_subscription: text }), (service, { from_subscription: id }) =>
    createSchedule(service, recordOf(service, 'subscriptions', id)),
  ),
  call('GET', '/subscription_schedules/:id', nothing, (service, _input, id) => recordOf(service, 'schedules', id)),
  call('POST', '/subscription_schedules/:id', z.object({ phases: z.tuple([Phase, Phase]) }), (service, input, id) => {
    const schedule = recordOf(service, 'schedules', id)
    const [, { items, duration }] = input.phases
    const price = recordOf(service, 'prices', items[0].price)
    scheduleNext(service, schedule, { price, interval: duration?.interval ?? price.recurring.interval })
    return schedule
  }),
  call('POST', '/subscription_schedules/:id/release', nothing, (service, _input, id) => {
    const schedule = recordOf(service, 'schedules', id)
    if (schedule.subscription === null) throw invalid('This schedule is over.')
    endSchedule(service, recordOf(service, 'subscriptions', schedule.subscription), 'released')
    return schedule
  }),
]

const NewConfiguration = z.object({
  features: z.object({
    subscription_update: z.object({ products: z.array(z.object({ product: text, prices: z.array(text) })) }),
  }),
  metadata,
})

const portalCalls = [
  call('POST', '/billing_portal/configurations', NewConfiguration, ({ state, newId }, input) => {
    const configuration: PortalConfiguration = {
      id: newId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      ...input,
    }
    state.configurations[configuration.id] = configuration
    return configuration
  }),
  call('GET', '/billing_portal/configurations', nothing, ({ state }) => newest(state.configurations, () => true)),
  call(
    'POST',
    '/billing_portal/sessions',
    z.object({ customer: text, configuration: text, return_url: text }),
    (service, { customer, configuration, return_url }) => {
      recordOf(service, 'customers', customer)
      recordOf(service, 'configurations', configuration)
      const id = service.newId('bps')
      const url = `${service.url}/portal/${id}`
      const session = { id, object: 'billing_portal.session' as const, customer, configuration, return_url, url }
      service.state.portals[id] = session
      return session
    },
  ),
]

/** Every call that this service answers. */
export const CALLS = [
  ...customerCalls,
  ...catalogCalls,
  ...checkoutCalls,
  ...subscriptionCalls,
  ...scheduleCalls,
  call('GET', '/invoices', ofCustomer, ({ state }, { customer }) =>
    newest(state.invoices, (invoice) => invoice.customer === customer),
  ),
  ...portalCalls,
]
