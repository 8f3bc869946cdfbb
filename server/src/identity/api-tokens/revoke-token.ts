import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { lockCaller } from '../sessions/lock-caller.ts'

/** Ends a token at once, and the event streams that it has open. Throws 404 when the account has no such token. */
export async function revokeToken({ db }: Ctx, caller: Caller, id: string, visitor: Visitor): Promise<void> {
  const { accountId } = caller
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const revoked = await tx
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) throw new AppError('not_found', messages.apiToken.notFound)
    const details = { token: revoked.name }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'api_token_revoked', outcome: 'ok', details })
    await announceChange(tx, { what: 'session', sessionId: id })
  })
}
