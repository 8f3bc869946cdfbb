import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  CheckoutSession,
  Customer,
  Invoice,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Schedule,
  StripeEvent,
  Subscription,
} from './records.ts'
import { missing } from './stripe-error.ts'

const API_VERSION = '2026-10-28.endive'

const emptyState = () => ({
  customers: {} as Record<string, Customer>,
  products: {} as Record<string, Product>,
  prices: {} as Record<string, Price>,
  subscriptions: {} as Record<string, Subscription>,
  schedules: {} as Record<string, Schedule>,
  invoices: {} as Record<string, Invoice>,
  checkouts: {} as Record<string, CheckoutSession>,
  configurations: {} as Record<string, PortalConfiguration>,
  portals: {} as Record<string, PortalSession>,
  /** How far the clock was moved ahead, seconds. */
  aheadBy: 0,
  lastId: 0,
})

type State = ReturnType<typeof emptyState>

/** The state with what every verb needs around it. */
export type Service = {
  state: State
  /** Where browsers reach the pages, without a slash at the end. Set once the server listens. */
  url: string
  /** Epoch seconds. */
  now: () => number
  newId: (prefix: string) => string
  /** Hands an event to the webhooks. */
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
      const data = { object: structuredClone(object) }
      onEvent({ id: newId('evt'), object: 'event', api_version: API_VERSION, created: now(), type, data })
    },
    save: () => saveState(file, state),
  }
}

/** The state as it was saved, so that a practice installation keeps its subscriptions when it starts again. */
function loadState(file: string | null): State {
  if (file === null) return emptyState()
  try {
    return { ...emptyState(), ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyState()
    throw error
  }
}

/** Replaces the file whole, so that a crash leaves the old or the new one. */
function saveState(file: string | null, state: State): void {
  if (file === null) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const NAMES = {
  customers: 'customer',
  products: 'product',
  prices: 'price',
  subscriptions: 'subscription',
  schedules: 'subscription_schedule',
  invoices: 'invoice',
  checkouts: 'checkout.session',
  configurations: 'configuration',
  portals: 'billing_portal.session',
} as const
type Table = keyof typeof NAMES

/** The record of an id. Throws as Stripe does when there is none. */
export function recordOf<T extends Table>({ state }: Pick<Service, 'state'>, table: T, id: string): State[T][string] {
  const record = (state[table] as Record<string, State[T][string]>)[id]
  if (!record) throw missing(NAMES[table], id)
  return record
}

/** The one item of a subscription: this service sells one plan at a time. */
export function itemOf(subscription: Subscription) {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}
