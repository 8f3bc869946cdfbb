import { collect, openInvoicesOf } from './invoices.ts'
import type { Invoice, Subscription } from './records.ts'
import { itemOf, type Service } from './service.ts'
import { giveUp, renewSubscription } from './subscriptions.ts'

/** After so long without payment a subscription ends, as Stripe's shipped settings have it. */
const GIVE_UP_AFTER_S = 14 * 86_400

type Due = { at: number; run: () => void }

/** Does everything that has fallen due, in its order: renewals, further charges, ends. */
export function runDue(service: Service): void {
  for (let due = nextDue(service); due !== undefined && due.at <= service.now(); due = nextDue(service)) due.run()
}

/**
 * Moves the clock ahead. Each thing that falls due on the way happens at its own instant, so that a year in one step gives
 * the same invoices as a year day by day.
 */
export function advance(service: Service, seconds: number): void {
  const { state } = service
  const until = service.now() + seconds
  for (let due = nextDue(service); due !== undefined && due.at <= until; due = nextDue(service)) {
    state.aheadBy += Math.max(0, due.at - service.now())
    due.run()
  }
  state.aheadBy += Math.max(0, until - service.now())
}

function nextDue(service: Service): Due | undefined {
  const all = Object.values(service.state.subscriptions).flatMap((subscription) => dueOf(service, subscription))
  const sessions = Object.values(service.state.checkoutSessions)
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: session.expires_at,
      run: () => {
        session.status = 'expired'
        session.url = null
        service.emit('checkout.session.expired', session)
      },
    }))
  return [...all, ...sessions].toSorted((a, b) => a.at - b.at)[0]
}

function dueOf(service: Service, subscription: Subscription): Due[] {
  if (subscription.status === 'canceled') return []
  const open = openInvoicesOf(service, {
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: {} },
    },
  })
  const renewal = { at: itemOf(subscription).current_period_end, run: () => renewSubscription(service, subscription) }
  return [renewal, ...open.flatMap((invoice) => chargesOf(service, invoice, subscription))]
}

const chargesOf = (service: Service, invoice: Invoice, subscription: Subscription): Due[] => [
  ...(invoice.next_payment_attempt === null
    ? []
    : [{ at: invoice.next_payment_attempt, run: () => void collect(service, invoice) }]),
  { at: invoice.created + GIVE_UP_AFTER_S, run: () => giveUp(service, invoice, subscription) },
]
