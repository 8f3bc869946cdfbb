import { messages } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import type { AccountRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { type OpenedSession, openSession, requireSamePassword } from '../sessions/open-session.ts'
import { issueChallenge } from './challenges.ts'
import { secondFactorMethodsOf } from './second-factor-queries.ts'

/**
 * Opens a session for somebody who has shown the password or a Google account. Throws
 * `second_factor_required` for an account with a second factor; the error carries the challenge that stands for this
 * sign-in until it is completed; and `login_failed` when the password was replaced meanwhile. Not within a transaction: the
 * error would take the challenge back.
 */
export async function openSessionOrAsk(
  ctx: IdentityCtx,
  account: AccountRow,
  visitor: Visitor,
  remember: boolean,
): Promise<OpenedSession> {
  const step = await ctx.db.transaction().execute(async (tx) => {
    // Locks the account: a first second factor is seen here, or comes afterwards and ends the session.
    await requireSamePassword(tx, account)
    const methods = await secondFactorMethodsOf(tx, account.id)
    if (methods.length === 0) return openSession(ctx, tx, account, visitor, remember)
    const wanted = { purpose: 'second_factor', accountId: account.id, remember } as const
    return { challenge: await issueChallenge({ ...ctx, db: tx }, wanted), methods }
  })
  if ('sessionId' in step) return step
  throw new AppError('second_factor_required', messages.secondFactor.required, { secondFactor: step })
}
