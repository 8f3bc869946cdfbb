import { type Login, messages, normalizeEmail } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import { accountByEmail } from './account-queries.ts'
import { openSession, type Visitor } from './open-session.ts'
import type { Tokens } from './tokens.ts'
import { tryPassword, type TryPasswordDeps } from './try-password.ts'

export type LogInDeps = TryPasswordDeps & { tokens: Tokens }

/**
 * Signs in by e-mail and password. An e-mail without an account and a wrong password are told apart neither by words
 * nor by time. Throws `login_failed`, `account_locked` or `rate_limited`.
 */
export async function logIn(deps: LogInDeps, { email: typed, password, remember_me = true }: Login, visitor: Visitor) {
  const email = normalizeEmail(typed)
  const account = await accountByEmail(deps.db, email)
  const passwordHash = account?.password_hash ?? null
  await tryPassword(deps, { email, password, passwordHash, ipAddress: visitor.ipAddress })
  if (!account) throw new AppError('login_failed', messages.login.wrong)
  return { account, token: await openSession(deps, deps.db, account, visitor, remember_me) }
}
