import { ACCOUNT, messages } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { accountLocked } from '../limits/sign-in-guard.ts'

export type PasswordAttempt = {
  email: string
  password: string
  /** Null for an e-mail without an account. */
  account: { id: number; password_hash: string | null } | null
  visitor: Visitor
  /** What a failure is in the security log. */
  purpose: 'signed_in' | 'proved_identity'
}

/**
 * Returns the hash of the right password, stored anew if it had an old form. Throws `login_failed`, `account_locked`,
 * `rate_limited` or `unavailable` when the password is wrong. An e-mail without an account costs the same work.
 */
export async function verifyPassword(
  ctx: IdentityCtx,
  { email, password, account, visitor, purpose }: PasswordAttempt,
): Promise<string | null> {
  const { db, passwords, guard } = ctx
  const passwordHash = account?.password_hash ?? null
  const attempt = await guard.admit(email, visitor)
  if (await matches()) {
    await guard.succeed(attempt)
    if (account && passwordHash !== null && passwords.isOutdated(passwordHash))
      return renewHash(account.id, passwordHash)
    return passwordHash
  }
  const event = { accountId: account?.id ?? null, actor: attempt.emailHash, ...visitor }
  await recordSecurityEvent(db, { ...event, kind: purpose, outcome: 'failed' })
  if (attempt.lockMs === 0) throw new AppError('login_failed', messages.signIn.wrongCredentials)
  await recordSecurityEvent(db, { ...event, kind: 'account_locked', outcome: 'ok', details: { forMs: attempt.lockMs } })
  throw accountLocked(attempt.lockMs)

  async function matches() {
    // No account has so long a password, so the hashing is skipped.
    if (password.length > ACCOUNT.maxPasswordLength) return false
    try {
      return await passwords.matches(passwordHash, password)
    } catch (error) {
      // The password was not compared, so the attempt does not count as a failure.
      await guard.withdraw(attempt)
      throw error
    }
  }

  async function renewHash(accountId: number, outdated: string) {
    const renewed = await passwords.hash(password).catch(() => null) // the next sign-in tries again
    if (renewed === null) return outdated
    const stored = await db
      .updateTable('accounts')
      .set({ password_hash: renewed })
      .where('id', '=', accountId)
      .where('password_hash', '=', outdated)
      .returning('password_hash')
      .executeTakeFirst()
    if (stored) return renewed
    // Another sign-in has renewed it at the same moment, or the password was changed.
    const { password_hash: current } = await db
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return (await passwords.matches(current, password)) ? current : outdated
  }
}
