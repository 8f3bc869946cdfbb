import { ACCOUNT } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { admitLogin, clearFailures, loginFailure, undoFailure } from './login-throttle.ts'
import type { PasswordHasher } from './password-hasher.ts'

export type VerifyPasswordDeps = { db: Db; clock: Clock; passwords: PasswordHasher }

export type PasswordAttempt = {
  email: string
  password: string
  /** Null for an e-mail without an account, and for an account without a password. */
  passwordHash: string | null
  ipAddress: string
}

/** Returns when the password is right. Throws `login_failed`, `account_locked` or `rate_limited` when it is not. */
export async function verifyPassword(deps: VerifyPasswordDeps, attempt: PasswordAttempt) {
  const { email, password, passwordHash, ipAddress } = attempt
  const failureId = await admitLogin(deps, email, ipAddress)
  if (!(await matches())) throw await loginFailure(deps, email, ipAddress)
  await clearFailures(deps.db, email)

  async function matches() {
    // No account has so long a password, so the hashing is skipped.
    if (password.length > ACCOUNT.maxPasswordLength) return false
    try {
      return await deps.passwords.matches(passwordHash, password)
    } catch (error) {
      // The password was not compared, so the attempt does not count as a failure.
      await undoFailure(deps.db, failureId)
      throw error
    }
  }
}
