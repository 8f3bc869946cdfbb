import { messages } from '@bidwell/contract'
import type { PaidPlan, Plans } from '../plans/load-plans.ts'
import { AppError } from '../platform/errors.ts'

/** The plan of an id. Throws `rule_broken` when no such plan is sold. */
export function paidPlan({ plans }: { plans: Plans }, id: string): PaidPlan {
  const plan = plans.paid.find((sold) => sold.id === id)
  if (!plan) throw new AppError('rule_broken', messages.billing.noSuchPlan)
  return plan
}

/** The name of a plan, or its id when it is no longer sold. */
export const nameOfPlan = ({ paid }: Plans, plan: string): string => paid.find(({ id }) => id === plan)?.name ?? plan
