import { messages } from '@bidwell/contract'
import { lockAccountIfAny } from '../accounts/account-queries.ts'
import type { Caller } from '../http/route.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { sessionById } from './session-queries.ts'

/**
 * Locks the account's row for a change by a signed-in user. Throws `session_revoked` if the session has ended since the call
 * began. A reset of the password locks the row too: a thief's change is there before the reset and is undone by it, or it
 * comes afterwards and is refused.
 */
export async function lockCaller(tx: Tx, { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>) {
  await lockAccountIfAny(tx, accountId)
  const session = await sessionById(tx, sessionId)
  if (!session || session.revoked_at !== null) throw new AppError('session_revoked', messages.session.expired)
}
