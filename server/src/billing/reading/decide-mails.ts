import type { NotificationContent } from '@bidwell/contract'
import { PAST_DUE_GRACE_MS } from '../../plans/decide-entitlement.ts'
import type { SubscriptionRow } from '../../platform/database/tables.ts'
import { nameOfPlan } from '../paid-plan.ts'
import type { BillingState, InvoiceState, SubscriptionState } from './decide-billing.ts'
import type { BillingDeps } from './read-billing.ts'

type Deps = Pick<BillingDeps, 'plans' | 'isTest'>

/** The mails of an invoice, each of which is sent once: that it was paid, that its payment failed, that a bank disputes it. */
export function decideInvoiceMails(
  { plans, isTest }: Deps,
  { invoice, state }: { invoice: InvoiceState; state: BillingState },
): { receipt: NotificationContent | null; failure: NotificationContent | null; dispute: NotificationContent | null } {
  const of = state.subscriptions.find(({ external_id }) => external_id === invoice.subscription_external_id)
  const { number } = invoice
  const plan = of ? nameOfPlan(plans, of.plan) : null
  const isPaid = invoice.status === 'paid' && invoice.paid_cents > 0
  // An open invoice of an active subscription is charged within the hour.
  const isUnpaid = invoice.status === 'open' || invoice.disputed_since !== null
  const owed =
    isUnpaid && of?.past_due_since
      ? {
          plan: nameOfPlan(plans, of.plan),
          amountCents: invoice.amount_cents,
          until: of.past_due_since.getTime() + PAST_DUE_GRACE_MS,
        }
      : null
  return {
    receipt: isPaid
      ? { kind: 'payment_received', values: { plan, amountCents: invoice.paid_cents, number, isTest } }
      : null,
    failure: owed && invoice.status === 'open' ? { kind: 'payment_failed', values: owed } : null,
    dispute: owed && invoice.disputed_since ? { kind: 'payment_disputed', values: owed } : null,
  }
}

export type Step = {
  before: SubscriptionRow | null
  after: SubscriptionState
  isExtra: boolean
  /** One of its payments was returned for good. */
  isReturned: boolean
  /** The name of the plan that the account has after all that the reading has shown. */
  planNow: string
}

/** The mails about what has become of a subscription since it was stored. */
export function decideSubscriptionMails(
  { plans }: Pick<Deps, 'plans'>,
  { before, after, isExtra, isReturned, planNow }: Step,
): NotificationContent[] {
  const plan = nameOfPlan(plans, after.plan)
  if (isExtra) return before?.status === 'ended' ? [] : [{ kind: 'second_plan_returned', values: { plan } }]
  if (after.status === 'ended') {
    if (before?.status === 'ended') return []
    return [{ kind: 'plan_ended', values: { plan, planNow, isReturned } }]
  }
  if (after.cancel_at_period_end && !before?.cancel_at_period_end) {
    return [{ kind: 'plan_ends', values: { plan, endsAt: after.current_period_end.getTime() } }]
  }
  const { next_plan, next_interval, next_amount_cents, next_starts_at } = after
  const isChange = next_plan !== before?.next_plan || next_interval !== before.next_interval
  if (!isChange || next_plan === null || next_interval === null || next_starts_at === null) return []
  const next = { plan: nameOfPlan(plans, next_plan), interval: next_interval, amountCents: next_amount_cents ?? 0 }
  return [{ kind: 'plan_changes', values: { ...next, startsAt: next_starts_at.getTime() } }]
}
