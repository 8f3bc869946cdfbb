import { messages } from '@bidwell/contract'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { isSameSecret } from '../../platform/secrets.ts'
import type { AlertCtx } from '../alert-ctx.ts'
import type { DestinationRow } from '../destinations/present-destination.ts'
import { PhoneSettings } from './sms-code.ts'

/**
 * Proves a phone number by the code that was sent to it, in the session that asked for it. A code works once. Throws
 * `not_found`, 422 for a wrong code, and `conflict` for one that is too old or was mistyped too often.
 */
export async function verifyPhone(ctx: AlertCtx, caller: Caller, id: number, code: string): Promise<DestinationRow> {
  const verified = await ctx.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    return tryCode(ctx, tx, caller, { id, code: code.trim() })
  })
  // Thrown here, so that the try counts.
  if (verified === null) throw fieldError('code', messages.destination.codeWrong)
  return verified
}

/** Null for a wrong code. */
async function tryCode(
  { clock, hashCode }: AlertCtx,
  tx: Tx,
  { accountId, sessionId }: Caller,
  { id: destinationId, code }: { id: number; code: string },
): Promise<DestinationRow | null> {
  const row = await tx
    .selectFrom('destinations')
    .selectAll()
    .where('id', '=', destinationId)
    .where('account_id', '=', accountId)
    .where('channel', '=', 'sms')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', messages.generic.notFound)
  const { code: sent } = PhoneSettings.parse(row.settings)
  if (!sent || sent.triesLeft < 1 || clock.now() >= sent.until) {
    throw new AppError('conflict', messages.destination.codeOver)
  }
  const isRight = isSameSecret(sent.hash, hashCode({ code, destinationId, sessionId }))
  const settings = isRight ? {} : { code: { ...sent, triesLeft: sent.triesLeft - 1 } }
  const changed = await tx
    .updateTable('destinations')
    .set({ settings: JSON.stringify(settings), ...(isRight && { verified_at: new Date(clock.now()) }) })
    .where('id', '=', destinationId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return isRight ? changed : null
}
