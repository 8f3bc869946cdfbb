import type { Endpoint, Spends } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import {
  type Budget,
  changeBudget,
  checkoutBudget,
  paymentBudget,
  practiceBudget,
  spend,
} from '../passwords/attempt-budgets.ts'

const BUDGETS: Record<Spends, (accountId: number) => Budget[]> = {
  log: (accountId) => [changeBudget(accountId)],
  payments: (accountId) => [paymentBudget(accountId)],
  checkout: (accountId) => [checkoutBudget(accountId), paymentBudget(accountId)],
  practice: (accountId) => [practiceBudget(accountId)],
}

/** Throws `rate_limited` when the account has used up what a call of this endpoint spends. */
export async function limitAccountCalls(
  { db, clock }: { db: Db; clock: Clock },
  { spends }: Endpoint,
  accountId: number,
): Promise<void> {
  if (spends) await spend(db, BUDGETS[spends](accountId), clock.now())
}
