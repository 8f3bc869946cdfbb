import * as contract from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { paymentBudget, spend } from '../passwords/attempt-budgets.ts'

/** The calls that make several calls of Stripe, which limits those of the whole installation. */
const CALLS: ReadonlySet<contract.Endpoint> = new Set([
  contract.startCheckout,
  contract.syncSubscription,
  contract.openBillingPortal,
  contract.previewChange,
  contract.changePlan,
  contract.changeBillingInterval,
  contract.cancelSubscription,
  contract.resumeSubscription,
])

/** Throws `rate_limited` when the account has made too many calls that go to Stripe. */
export async function limitPaymentCalls(
  { db, clock }: { db: Db; clock: Clock },
  endpoint: contract.Endpoint,
  accountId: number,
) {
  if (CALLS.has(endpoint)) await spend(db, [paymentBudget(accountId)], clock.now())
}
