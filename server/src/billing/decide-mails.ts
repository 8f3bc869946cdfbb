import type { BillingMail } from '../mail/templates/billing.ts'
import type { SubscriptionRow } from '../platform/database/plan-tables.ts'
import { PAST_DUE_GRACE_MS } from '../plans/decide-entitlement.ts'
import type { BillingState, InvoiceState, SubscriptionState } from './decide-billing.ts'
import type { BillingDeps } from './read-billing.ts'

type Deps = Pick<BillingDeps, 'plans' | 'isTest'>

/** The mails of an invoice, each of which is sent once: that it was paid, and that its payment failed. */
export function decideInvoiceMails(
  { plans, isTest }: Deps,
  { invoice, state }: { invoice: InvoiceState; state: BillingState },
): { receipt: BillingMail | null; failure: BillingMail | null } {
  const of = state.subscriptions.find(({ external_id }) => external_id === invoice.subscription_external_id)
  const { number, created_at } = invoice
  const plan = of ? nameOf({ plans }, of.plan) : null
  const isPaid = invoice.status === 'paid' && invoice.paid_cents > 0
  // An open invoice of an active subscription is charged within the hour.
  const dueSince = invoice.status === 'open' && of ? of.past_due_since : null
  return {
    receipt: isPaid
      ? { kind: 'payment-receipt', plan, amountCents: invoice.paid_cents, number, at: created_at.getTime(), isTest }
      : null,
    failure:
      of && dueSince
        ? {
            kind: 'payment-failed',
            plan: nameOf({ plans }, of.plan),
            amountCents: invoice.amount_cents,
            until: dueSince.getTime() + PAST_DUE_GRACE_MS,
          }
        : null,
  }
}

type Step = { before: SubscriptionRow | null; after: SubscriptionState; isExtra: boolean }

/** The mails about what has become of a subscription since it was stored. */
export function decideSubscriptionMails(
  { plans }: Pick<Deps, 'plans'>,
  { before, after, isExtra }: Step,
): BillingMail[] {
  const plan = nameOf({ plans }, after.plan)
  if (isExtra) return before?.status === 'ended' ? [] : [{ kind: 'second-subscription', plan }]
  if (after.status === 'ended') {
    const at = (after.ended_at ?? after.current_period_end).getTime()
    return before?.status === 'ended' ? [] : [{ kind: 'subscription-ended', plan, at }]
  }
  const wasToEnd = before?.cancel_at_period_end ?? false
  return after.cancel_at_period_end && !wasToEnd
    ? [{ kind: 'subscription-ends', plan, endsAt: after.current_period_end.getTime() }]
    : []
}

const nameOf = ({ plans }: Pick<Deps, 'plans'>, plan: string) => plans.paid.find(({ id }) => id === plan)?.name ?? plan
