import type { BillingMail } from '../../mail/templates/billing.ts'
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
): { receipt: BillingMail | null; failure: BillingMail | null; dispute: BillingMail | null } {
  const of = state.subscriptions.find(({ external_id }) => external_id === invoice.subscription_external_id)
  const { number, created_at } = invoice
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
      ? { kind: 'payment-receipt', plan, amountCents: invoice.paid_cents, number, at: created_at.getTime(), isTest }
      : null,
    failure: owed && invoice.status === 'open' ? { kind: 'payment-failed', ...owed } : null,
    dispute: owed && invoice.disputed_since ? { kind: 'payment-disputed', ...owed } : null,
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
): BillingMail[] {
  const plan = nameOfPlan(plans, after.plan)
  if (isExtra) return before?.status === 'ended' ? [] : [{ kind: 'second-subscription', plan }]
  if (after.status === 'ended') {
    const at = (after.ended_at ?? after.current_period_end).getTime()
    if (before?.status === 'ended') return []
    if (isReturned) return [{ kind: 'payment-returned', plan, planNow, at }]
    return [{ kind: 'subscription-ended', plan, planNow, at }]
  }
  if (after.cancel_at_period_end && !before?.cancel_at_period_end) {
    return [{ kind: 'subscription-ends', plan, endsAt: after.current_period_end.getTime() }]
  }
  const { next_plan, next_interval, next_amount_cents, next_starts_at } = after
  const isChange = next_plan !== before?.next_plan || next_interval !== before.next_interval
  if (!isChange || next_plan === null || next_interval === null || next_starts_at === null) return []
  const next = { plan: nameOfPlan(plans, next_plan), interval: next_interval, amountCents: next_amount_cents ?? 0 }
  return [{ kind: 'subscription-changes', plan, next, startsAt: next_starts_at.getTime() }]
}
