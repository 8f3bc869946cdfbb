import type { NotificationContent } from '@bidwell/contract'
import { PAST_DUE_GRACE_MS } from '../../plans/decide-entitlement.ts'
import type { SubscriptionRow } from '../../platform/database/tables.ts'
import type { BillingCtx } from '../billing-ctx.ts'
import { nameOfPlan } from '../paid-plan.ts'
import type { BillingState, InvoiceState, SubscriptionState } from './decide-billing.ts'

export type Step = {
  /** The same subscription as it was stored; null if it is new. */
  before: SubscriptionRow | null
  state: BillingState
  /** Invoices that were not stored as paid before. */
  paid: InvoiceState[]
  /** The name of the plan that the account has after all that the reading has shown. */
  planNow: string
}

/** The mails about what has become of a subscription and its invoices since they were stored. */
export function decideMails(ctx: BillingCtx, { before, state, paid, planNow }: Step): NotificationContent[] {
  const { subscription } = state
  const receipts = paid.flatMap((invoice) => receiptOf(ctx, invoice, subscription))
  return subscription ? [...receipts, ...newsOf(ctx, { before, after: subscription, state, planNow })] : receipts
}

/** An invoice that asks for nothing has no receipt. */
function receiptOf(
  { plans, isTest }: BillingCtx,
  invoice: InvoiceState,
  of: SubscriptionState | null,
): NotificationContent[] {
  const { amount_cents: amountCents, number, subscription_external_id: id } = invoice
  if (amountCents <= 0) return []
  const plan = of?.external_id === id ? nameOfPlan(plans, of.plan) : null
  return [{ kind: 'payment_received', values: { plan, amountCents, number, isTest } }]
}

type News = Omit<Step, 'paid'> & { after: SubscriptionState }

function newsOf({ plans }: BillingCtx, { before, after, state, planNow }: News): NotificationContent[] {
  const plan = nameOfPlan(plans, after.plan)
  if (after.status === 'ended') {
    return before?.status === 'ended' ? [] : [{ kind: 'plan_ended', values: { plan, planNow } }]
  }
  const mails: NotificationContent[] = []
  if (after.past_due_since !== null && before?.status !== 'past_due') {
    const open = state.invoices.find(({ status }) => status === 'open')
    const until = after.past_due_since.getTime() + PAST_DUE_GRACE_MS
    const amountCents = open?.amount_cents ?? after.amount_cents
    mails.push({ kind: 'payment_failed', values: { plan, amountCents, until } })
  }
  if (after.cancel_at_period_end && !before?.cancel_at_period_end) {
    mails.push({ kind: 'plan_ends', values: { plan, endsAt: after.current_period_end.getTime() } })
  }
  const { next_plan, next_interval, next_amount_cents, next_starts_at } = after
  const isChange = next_plan !== before?.next_plan || next_interval !== before.next_interval
  if (isChange && next_plan !== null && next_interval !== null && next_starts_at !== null) {
    const next = { plan: nameOfPlan(plans, next_plan), interval: next_interval, amountCents: next_amount_cents ?? 0 }
    mails.push({ kind: 'plan_changes', values: { ...next, startsAt: next_starts_at.getTime() } })
  }
  return mails
}
