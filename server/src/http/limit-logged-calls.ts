import * as contract from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { changeBudget, spend } from '../passwords/attempt-budgets.ts'

/**
 * The calls of a signed-in user that add to the security log each time. Nobody can delete what they add for 90 days. Not
 * among them is ending sessions: an owner must be able to sign a thief out who has used the budget up.
 */
const LOGGED: ReadonlySet<contract.Endpoint> = new Set([
  contract.proveIdentity,
  contract.proveWithGoogle,
  contract.changeProfile,
  contract.changePassword,
  contract.changeEmail,
  contract.confirmTotp,
  contract.turnOffTotp,
  contract.renewRecoveryCodes,
  contract.addPasskey,
  contract.removePasskey,
  contract.storeCredentials,
  contract.removeCredentials,
])

/** Throws `rate_limited` when the account has made too many calls that add to the security log. */
export async function limitLoggedCalls(
  { db, clock }: { db: Db; clock: Clock },
  endpoint: contract.Endpoint,
  accountId: number,
) {
  if (LOGGED.has(endpoint)) await spend(db, [changeBudget(accountId)], clock.now())
}
