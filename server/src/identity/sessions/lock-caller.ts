import { messages } from '@bidwell/contract'
import type { Caller, TokenCaller } from '../../http/route.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { lockAccountIfAny } from '../accounts/account-queries.ts'
import { sessionById } from './session-queries.ts'

type Locked = Pick<Caller, 'accountId' | 'sessionId' | 'inTransaction'> | TokenCaller

/**
 * Locks the account's row for a change by a signed-in user or a program, and records the call. Throws `session_revoked` if the
 * session has ended since the call began, and `token_invalid` if the token was revoked. A reset of the password locks the row too: a thief's change is there before the reset and is undone by it, or it
 * comes afterwards and is refused.
 */
export async function lockCaller(tx: Tx, caller: Locked) {
  await lockAccountIfAny(tx, caller.accountId)
  if ('token' in caller) await requireToken(tx, caller.token.id)
  else await requireSession(tx, caller.sessionId)
  await caller.inTransaction?.(tx)
}

async function requireSession(tx: Tx, id: string) {
  const session = await sessionById(tx, id)
  if (!session || session.revoked_at !== null) throw new AppError('session_revoked', messages.session.expired)
}

async function requireToken(tx: Tx, id: string) {
  const token = await tx
    .selectFrom('api_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select('t.id')
    .where('t.id', '=', id)
    .where('a.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!token) throw new AppError('token_invalid', messages.apiToken.unknown)
}
