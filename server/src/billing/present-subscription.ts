import { dollarsFromCents, type SubscriptionDetails } from '@bidwell/contract'
import { PAST_DUE_GRACE_MS } from '../plans/decide-entitlement.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import type { InvoiceRow, SubscriptionRow } from '../platform/database/tables.ts'
import type { BillingCtx } from './billing-ctx.ts'
import { liveSubscriptionOf } from './billing-queries.ts'
import { nameOfPlan } from './paid-plan.ts'

const SHOWN_INVOICES = 12

/** The plan of an account, its renewal and its invoices, as they are stored. */
export async function presentSubscription(ctx: BillingCtx, accountId: number): Promise<SubscriptionDetails> {
  const { db, isTest } = ctx
  const { tier, name, status } = await readEntitlement(ctx, accountId)
  const live = await liveSubscriptionOf(db, accountId)
  const invoices = await db
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('external_id', 'desc')
    .limit(SHOWN_INVOICES)
    .execute()
  const until = status === 'past_due' ? live?.past_due_since : null
  return {
    plan: tier,
    plan_name: name,
    status,
    ...presentRenewal(live),
    scheduled_change: live && presentChange(ctx, live),
    past_due_until: until ? new Date(until.getTime() + PAST_DUE_GRACE_MS).toISOString() : null,
    test_checkout: isTest,
    invoices: invoices.map(presentInvoice),
  }
}

const presentRenewal = (live: SubscriptionRow | null) => ({
  interval: live?.billing_interval ?? null,
  amount: live ? dollarsFromCents(live.amount_cents) : null,
  current_period_end: live?.current_period_end.toISOString() ?? null,
  cancel_at_period_end: live?.cancel_at_period_end ?? false,
})

function presentChange(
  { plans }: BillingCtx,
  { next_plan, next_interval, next_amount_cents, next_starts_at }: SubscriptionRow,
) {
  if (next_plan === null || next_interval === null || next_amount_cents === null || next_starts_at === null) return null
  return {
    plan: next_plan,
    plan_name: nameOfPlan(plans, next_plan),
    interval: next_interval,
    amount: dollarsFromCents(next_amount_cents),
    starts_at: next_starts_at.toISOString(),
  }
}

const presentInvoice = ({ external_id, number, amount_cents, status, created_at, url }: InvoiceRow) => ({
  id: external_id,
  number,
  amount: dollarsFromCents(amount_cents),
  status,
  created_at: created_at.toISOString(),
  url,
})
