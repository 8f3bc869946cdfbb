import type { BillingMail } from '../../mail/templates/billing.ts'
import type { SubscriptionRow } from '../../platform/database/tables.ts'
import { PAST_DUE_GRACE_MS } from '../../plans/decide-entitlement.ts'
import type { BillingState, InvoiceState, SubscriptionState } from './decide-billing.ts'
import type { BillingDeps } from './read-billing.ts'

type Deps = Pick<BillingDeps, 'plans' | 'isTest'>

/** The mails of an invoice, each of which is sent once: that it was paid, that its payment failed, that a bank disputes it. */
export function decideInvoiceMails(
  { plans, isTest }: Deps,
  { invoice, state }: { invoice: InvoiceState; state: BillingState },
): { receipt: BillingMail | null; failure: BillingMail | null; dispute: BillingMail | null } {
  const of = state.subscriptions.find(({ external_id }) => external_id === invoice.subscription_external_id)
  // Credit of a payment for an ended subscription may pay for the one that runs.
  const owing = state.subscriptions.find(({ external_id }) => external_id === invoice.owed_by) ?? of
  const { number, created_at } = invoice
  const plan = of ? nameOf({ plans }, of.plan) : null
  const isPaid = invoice.status === 'paid' && invoice.paid_cents > 0
  // An open invoice of an active subscription is charged within the hour.
  const isUnpaid = invoice.status === 'open' || invoice.disputed_since !== null
  const owed =
    isUnpaid && owing?.past_due_since
      ? {
          plan: nameOf({ plans }, owing.plan),
          amountCents: invoice.amount_cents,
          until: owing.past_due_since.getTime() + PAST_DUE_GRACE_MS,
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

type Step = {
  before: SubscriptionRow | null
  after: SubscriptionState
  isExtra: boolean
  /** Its payment was returned for good. */
  isReturned: boolean
  /** It ends because credit had paid for it that came from a returned payment for another one. */
  isOnLostCredit: boolean
}

/** The mails about what has become of a subscription since it was stored. */
export function decideSubscriptionMails(
  { plans }: Pick<Deps, 'plans'>,
  { before, after, isExtra, isReturned, isOnLostCredit }: Step,
): BillingMail[] {
  const plan = nameOf({ plans }, after.plan)
  if (isExtra) return before?.status === 'ended' ? [] : [{ kind: 'second-subscription', plan }]
  if (after.status === 'ended') {
    const at = (after.ended_at ?? after.current_period_end).getTime()
    if (before?.status === 'ended') return []
    if (isReturned) return [{ kind: 'payment-returned', plan, at, isOnLostCredit }]
    return [{ kind: 'subscription-ended', plan, at }]
  }
  const wasToEnd = before?.cancel_at_period_end ?? false
  return after.cancel_at_period_end && !wasToEnd
    ? [{ kind: 'subscription-ends', plan, endsAt: after.current_period_end.getTime() }]
    : []
}

const nameOf = ({ plans }: Pick<Deps, 'plans'>, plan: string) => plans.paid.find(({ id }) => id === plan)?.name ?? plan
