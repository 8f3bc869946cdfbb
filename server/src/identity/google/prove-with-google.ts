import { messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { proofMethodsOf, recordProof } from '../second-factors/prove-identity.ts'
import type { GoogleCtx } from './google-ctx.ts'
import { accountOfIdentity, refused, spendOnce, verifyIdToken } from './google-identity.ts'

/**
 * Records that the caller has just proven the identity with the Google account that signs in to the caller's account.
 * Throws what `verifyIdToken` throws, `login_failed` for a nonce that was used, `forbidden` for another Google account, and
 * `second_factor_failed` for an account that proves its identity in another way.
 */
export async function proveWithGoogle(ctx: GoogleCtx, caller: Caller, token: string, visitor: Visitor): Promise<void> {
  const methods = await proofMethodsOf(ctx.db, caller.accountId)
  if (!methods.includes('google')) {
    throw new AppError('second_factor_failed', messages.secondFactor.methodNotAccepted)
  }
  const { identity, nonce, nonceExpiresAt } = await verifyIdToken(ctx, token)
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await spendOnce(tx, nonce, nonceExpiresAt))) throw refused()
    const account = await accountOfIdentity(tx, identity)
    if (account?.id !== caller.accountId) throw new AppError('forbidden', messages.google.notYours)
    await recordProof(tx, caller.sessionId, ctx.clock.now())
    const { accountId } = caller
    const details = { method: 'google' }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'proved_identity', outcome: 'ok', details })
  })
}
