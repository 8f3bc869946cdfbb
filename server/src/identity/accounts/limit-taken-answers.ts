import type { Ctx } from '../../context/ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { giveBack, registrationBudgets, spend } from '../limits/attempt-budgets.ts'

/**
 * Runs what may answer that an e-mail has an account, by a `conflict`. That answer uses up the budget of the caller's
 * network, and any other outcome gives it back. Throws `rate_limited` when the budget is used up.
 */
export async function limitTakenAnswers<T>(
  { db, clock }: Ctx,
  ipAddress: string,
  answer: () => Promise<T>,
): Promise<T> {
  const budgets = registrationBudgets(ipAddress)
  await spend(db, budgets, clock.now())
  let isTaken = false
  try {
    return await answer()
  } catch (error) {
    isTaken = error instanceof AppError && error.code === 'conflict'
    throw error
  } finally {
    if (!isTaken) await giveBack(db, budgets, clock.now())
  }
}
