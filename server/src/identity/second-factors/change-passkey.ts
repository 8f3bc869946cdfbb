import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import type { PasskeyRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { readPasskeyName } from './add-passkey.ts'
import { dropNeedlessRecoveryCodes } from './recovery-codes.ts'
import { reportChange } from './report-change.ts'

/** Renames a passkey of the account. Throws 404 when the account has no such passkey, and 422 without a name. */
export async function renamePasskey({ db }: Ctx, accountId: number, id: number, name: string): Promise<PasskeyRow> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name: readPasskeyName(name) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  if (!renamed) throw notFound()
  return renamed
}

/** Removes a passkey of the account: it no longer signs in. Throws 404 when the account has no such passkey. */
export async function removePasskey({ db, clock }: Ctx, caller: Caller, id: number, visitor: Visitor) {
  const { accountId } = caller
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const { numDeletedRows } = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await dropNeedlessRecoveryCodes(tx, accountId)
    await reportChange(tx, accountId, 'passkey-removed', { visitor, at: clock.now() })
  })
}

const notFound = () => new AppError('not_found', messages.secondFactor.passkeyNotFound)
