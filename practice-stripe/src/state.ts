import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  StripeEvent,
  Subscription,
  SubscriptionSchedule,
} from './records.ts'

type Table<T> = Record<string, T>

export type State = {
  customers: Table<Customer>
  paymentMethods: Table<PaymentMethod>
  products: Table<Product>
  prices: Table<Price>
  subscriptions: Table<Subscription>
  subscriptionSchedules: Table<SubscriptionSchedule>
  invoices: Table<Invoice>
  charges: Table<Charge>
  refunds: Table<Refund>
  disputes: Table<Dispute>
  checkoutSessions: Table<CheckoutSession>
  portalConfigurations: Table<PortalConfiguration>
  portalSessions: Table<PortalSession>
  events: Table<StripeEvent>
  /** Replies to requests with an Idempotency-Key: a repeated request receives the first one's reply. */
  replies: Table<{ request: string; status: number; body: unknown }>
  /** How far the clock was moved ahead, seconds. */
  aheadBy: number
  lastId: number
}

const emptyState = (): State => ({
  customers: {},
  paymentMethods: {},
  products: {},
  prices: {},
  subscriptions: {},
  subscriptionSchedules: {},
  invoices: {},
  charges: {},
  refunds: {},
  disputes: {},
  checkoutSessions: {},
  portalConfigurations: {},
  portalSessions: {},
  events: {},
  replies: {},
  aheadBy: 0,
  lastId: 0,
})

/** The state as it was saved, so that a practice installation keeps its subscriptions when it starts again. */
export function loadState(file: string | null): State {
  if (file === null) return emptyState()
  try {
    return { ...emptyState(), ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyState()
    throw error
  }
}

/** Replaces the file whole, so that a crash leaves the old or the new one. */
export function saveState(file: string | null, state: State): void {
  if (file === null) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
