import { timingSafeEqual } from 'node:crypto'
import { messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { codeBudgets, giveBack, spend } from '../limits/attempt-budgets.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { takeFoundLink } from './link-queries.ts'
import { proveOwnAddress, repeat } from './verify-email.ts'

type Proven = { email: string; message: string }

/**
 * Verifies the address of a new account by the code of the mail that has the link, in the session that registered. A used code
 * answers like the first time. Throws 422 for a wrong code, `forbidden` in another session, `conflict` for a code that is too old
 * or was mistyped too often, and `rate_limited` after many wrong codes of the account or its network.
 */
export async function verifyByCode(
  ctx: IdentityCtx,
  typed: string,
  { caller, ...visitor }: Visitor & { caller: Caller },
) {
  const now = ctx.clock.now()
  const budgets = codeBudgets(visitor.ipAddress, caller.accountId)
  await spend(ctx.db, budgets, now)
  const proven = await ctx.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    return tryCode(ctx, tx, { caller, code: typed.replace(/\s/g, ''), visitor, now })
  })
  // Thrown here, so that the try counts.
  if (proven === null) throw fieldError('code', messages.mailLink.codeWrong)
  await giveBack(ctx.db, budgets, now)
  return proven
}

type Attempt = { caller: Caller; code: string; visitor: Visitor; now: number }

/** Null for a wrong code. */
async function tryCode(ctx: IdentityCtx, tx: Tx, { caller, code, visitor, now }: Attempt): Promise<Proven | null> {
  const link = await tx
    .selectFrom('mail_links')
    .selectAll()
    .where('account_id', '=', caller.accountId)
    .where('purpose', '=', 'verify_email')
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  if (!link || link.code_hash === null || link.code_tries_left < 1) {
    throw new AppError('conflict', messages.mailLink.codeOver)
  }
  if (link.session_id !== caller.sessionId) throw new AppError('forbidden', messages.mailLink.codeOfOtherSession)
  if (!timingSafeEqual(hashSecret(code), link.code_hash)) {
    await tx
      .updateTable('mail_links')
      .set({ code_tries_left: link.code_tries_left - 1 })
      .where('id', '=', link.id)
      .execute()
    return null
  }
  const isFirst = (await takeFoundLink(tx, link, now)) !== null
  return isFirst ? proveOwnAddress(ctx, tx, link, { visitor, now }) : repeat(link, tx)
}
