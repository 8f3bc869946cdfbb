import { messages } from '@bidwell/contract'
import type { Visitor } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { type OpenedSession, openSession, requireSamePassword } from '../sessions/open-session.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { issueChallenge } from './challenges.ts'
import { secondFactorMethodsOf } from './second-factor-queries.ts'

export type SignInDeps = { db: Db; clock: Clock; tokens: Tokens }

/**
 * Opens a session for somebody who has shown the password or a Google account. Throws
 * `second_factor_required` for an account with a second factor; the error carries the challenge that stands for this
 * sign-in until it is completed; and `login_failed` when the password was replaced meanwhile. Not within a transaction: the
 * error would take the challenge back.
 */
export async function openSessionOrAsk(
  deps: SignInDeps,
  account: AccountRow,
  visitor: Visitor,
  remember: boolean,
): Promise<OpenedSession> {
  const methods = await secondFactorMethodsOf(deps.db, account.id)
  if (methods.length === 0) {
    return deps.db.transaction().execute((tx) => openSession(deps, tx, account, visitor, remember))
  }
  const challenge = await deps.db.transaction().execute(async (tx) => {
    await requireSamePassword(tx, account)
    const wanted = { purpose: 'second_factor', accountId: account.id, remember } as const
    return issueChallenge({ db: tx, clock: deps.clock }, wanted)
  })
  const secondFactor = { challenge, methods }
  throw new AppError('second_factor_required', messages.secondFactor.required, { secondFactor })
}
