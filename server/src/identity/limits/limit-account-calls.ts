import type { Endpoint, Spends } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import {
  type Budget,
  changeBudget,
  checkoutBudget,
  importBudget,
  paymentBudget,
  practiceBudget,
  safetyBudget,
  spend,
} from './attempt-budgets.ts'

type AccountCall = { endpoint: Endpoint; accountId: number; ipAddress: string }

const BUDGETS: Record<Spends, (call: AccountCall) => Budget[]> = {
  log: ({ accountId }) => [changeBudget(accountId)],
  safety: ({ endpoint, ...caller }) => [safetyBudget(`${endpoint.method} ${endpoint.path}`, caller)],
  payments: ({ accountId }) => [paymentBudget(accountId)],
  checkout: ({ accountId }) => [checkoutBudget(accountId), paymentBudget(accountId)],
  practice: ({ accountId }) => [practiceBudget(accountId)],
  imports: ({ accountId }) => [importBudget(accountId)],
}

/** Throws `rate_limited` when the account has used up what a call of this endpoint spends. */
export async function limitAccountCalls({ db, clock }: Ctx, call: AccountCall): Promise<void> {
  const { spends } = call.endpoint
  if (spends) await spend(db, BUDGETS[spends](call), clock.now())
}
