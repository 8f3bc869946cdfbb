import { collect, openInvoicesOf, voidInvoice } from './invoices.ts'
import type { Subscription } from './records.ts'
import { itemOf, type Service } from './service.ts'
import { endSubscription, renewSubscription } from './subscriptions.ts'

/** After so long without payment a subscription ends, as Stripe's shipped settings have it. */
const GIVE_UP_AFTER_S = 14 * 86_400

type Due = { at: number; run: () => void }

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

/** What falls due next: renewals, further charges, ends. */
function nextDue(service: Service): Due | undefined {
  const all = Object.values(service.state.subscriptions).flatMap((subscription) => dueOf(service, subscription))
  const pages = Object.values(service.state.checkouts)
    .filter(({ status }) => status === 'open')
    .map((page) => ({ at: page.expires_at, run: () => void Object.assign(page, { status: 'expired', url: null }) }))
  return [...all, ...pages].toSorted((a, b) => a.at - b.at)[0]
}

function dueOf(service: Service, subscription: Subscription): Due[] {
  if (subscription.status === 'canceled') return []
  const charges = openInvoicesOf(service, subscription).flatMap((invoice): Due[] => {
    const end = () => {
      voidInvoice(service, invoice)
      endSubscription(service, subscription)
    }
    const next = invoice.next_payment_attempt
    const retry = next === null ? [] : [{ at: next, run: () => void collect(service, invoice) }]
    return [...retry, { at: invoice.created + GIVE_UP_AFTER_S, run: end }]
  })
  const renewal = { at: itemOf(subscription).current_period_end, run: () => renewSubscription(service, subscription) }
  return [renewal, ...charges]
}
