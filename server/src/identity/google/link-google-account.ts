import { messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { accountById } from '../accounts/account-queries.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import type { GoogleCtx } from './google-ctx.ts'
import { linkIdentity, refused, spendOnce, verifyIdToken } from './google-identity.ts'
import { reportLink } from './sign-in-with-google.ts'

/**
 * Lets the Google account with the address of the caller's account sign in to it. Throws what `verifyIdToken` throws,
 * `login_failed` for a nonce that was used, `forbidden` for a Google account with another address, and `conflict` when the
 * account, or the Google account, is linked already.
 */
export async function linkGoogleAccount(ctx: GoogleCtx, caller: Caller, token: string, visitor: Visitor) {
  const { identity, nonce, nonceExpiresAt } = await verifyIdToken(ctx, token)
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await spendOnce(tx, nonce, nonceExpiresAt))) throw refused()
    await lockCaller(tx, caller)
    const account = await accountById(tx, caller.accountId)
    if (account.email !== identity.email) throw new AppError('forbidden', messages.google.otherAddress)
    const now = ctx.clock.now()
    if (!(await linkIdentity(tx, identity, account.id, now))) {
      throw new AppError('conflict', messages.google.linkedAlready)
    }
    await reportLink(tx, account, { visitor, now })
  })
}
