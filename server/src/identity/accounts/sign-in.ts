import { type Login, messages, normalizeEmail } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { verifyPassword } from '../passwords/verify-password.ts'
import { openSessionOrAsk } from '../second-factors/open-session-or-ask.ts'
import { accountByEmail } from './account-queries.ts'

/**
 * Signs in with e-mail and password. The answer to an e-mail without an account has the same text, and takes the same
 * time, as the answer to a wrong password. Throws `login_failed`, `account_locked` or
 * `rate_limited`, and `second_factor_required` for an account with a second factor.
 */
export async function signIn(
  ctx: IdentityCtx,
  { email: typed, password, remember_me = false }: Login,
  visitor: Visitor,
) {
  const email = normalizeEmail(typed)
  const account = await accountByEmail(ctx.db, email)
  const password_hash = await verifyPassword(ctx, { email, password, account, visitor, purpose: 'signed_in' })
  if (!account) throw new AppError('login_failed', messages.signIn.wrongCredentials)
  return { account, ...(await openSessionOrAsk(ctx, { ...account, password_hash }, visitor, remember_me)) }
}
