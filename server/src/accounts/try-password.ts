import { ACCOUNT } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { admitLogin, forgiveFailures, loginFailure, undoFailure } from './login-throttle.ts'
import type { PasswordHasher } from './password-hasher.ts'

export type TryPasswordDeps = { db: Db; clock: Clock; passwords: PasswordHasher }

/** `passwordHash` is null for an e-mail that has no account, or none with a password. */
export type PasswordTry = { email: string; password: string; passwordHash: string | null; ipAddress: string }

/** Returns when the password is right. Throws `login_failed`, `account_locked` or `rate_limited` when it is not. */
export async function tryPassword(deps: TryPasswordDeps, { email, password, passwordHash, ipAddress }: PasswordTry) {
  const failureId = await admitLogin(deps, email, ipAddress)
  if (!(await matches())) throw await loginFailure(deps, email, ipAddress)
  await forgiveFailures(deps.db, email)

  async function matches() {
    // No account has a password this long, so there is nothing to learn from hashing it.
    if (password.length > ACCOUNT.maxPasswordLength) return false
    try {
      return await deps.passwords.matches(passwordHash, password)
    } catch (error) {
      // We did not get to look: that is no failure of whoever tried.
      await undoFailure(deps.db, failureId)
      throw error
    }
  }
}
