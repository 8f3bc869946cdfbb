import { randomBytes } from 'node:crypto'
import type {
  CheckoutSession,
  Customer,
  Invoice,
  Price,
  StripeEvent,
  Subscription,
  SubscriptionSchedule,
} from './records.ts'
import { type State, loadState, saveState } from './state.ts'
import { missing } from './stripe-error.ts'

const API_VERSION = '2026-10-28.endive'

/** The state with what every verb needs around it. */
export type Service = {
  state: State
  /** Where browsers reach the pages, without a slash at the end. Set once the server listens. */
  url: string
  /** Epoch seconds. */
  now: () => number
  newId: (prefix: string) => string
  /** Records an event and hands it to the webhooks. */
  emit: (type: string, object: object) => void
  save: () => void
}

type Options = {
  /** Epoch ms. */
  clock: () => number
  /** Where the state is kept; null: in memory. */
  file: string | null
  onEvent: (event: StripeEvent) => void
}

export function createService({ clock, file, onEvent }: Options): Service {
  const state = loadState(file)
  const now = () => Math.floor(clock() / 1_000) + state.aheadBy
  const newId = (prefix: string) => {
    state.lastId += 1
    return `${prefix}_${String(state.lastId).padStart(6, '0')}${randomBytes(6).toString('hex')}`
  }
  return {
    state,
    url: '',
    now,
    newId,
    emit(type, object) {
      const event: StripeEvent = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: now(),
        type,
        data: { object: structuredClone(object) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        livemode: false,
      }
      state.events[event.id] = event
      onEvent(event)
    },
    save: () => saveState(file, state),
  }
}

export function customerOf({ state }: Service, id: string, param?: string): Customer {
  const customer = state.customers[id]
  if (!customer) throw missing('customer', id, param)
  return customer
}

export function subscriptionOf({ state }: Service, id: string, param?: string): Subscription {
  const subscription = state.subscriptions[id]
  if (!subscription) throw missing('subscription', id, param)
  return subscription
}

export function scheduleOf({ state }: Service, id: string): SubscriptionSchedule {
  const schedule = state.subscriptionSchedules[id]
  if (!schedule) throw missing('subscription_schedule', id)
  return schedule
}

export function priceOf({ state }: Service, id: string, param = 'price'): Price {
  const price = state.prices[id]
  if (!price) throw missing('price', id, param)
  return price
}

export function checkoutOf({ state }: Service, id: string): CheckoutSession {
  const session = state.checkoutSessions[id]
  if (!session) throw missing('checkout.session', id)
  return session
}

export function invoiceOf({ state }: Service, id: string): Invoice {
  const invoice = state.invoices[id]
  if (!invoice) throw missing('invoice', id)
  return invoice
}

/** The one item of a subscription: this service sells one plan at a time. */
export function itemOf(subscription: Subscription) {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}
