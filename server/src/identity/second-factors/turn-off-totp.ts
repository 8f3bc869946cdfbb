import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { dropNeedlessRecoveryCodes } from './recovery-codes.ts'
import { reportChange } from './report-change.ts'

/** Forgets the secret of the authenticator app. Throws 409 when no app is set up. */
export async function turnOffTotp({ db, clock }: Ctx, caller: Caller, visitor: Visitor) {
  const { accountId } = caller
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const { numDeletedRows } = await tx
      .deleteFrom('totp_secrets')
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('conflict', messages.secondFactor.appNotSetUp)
    await dropNeedlessRecoveryCodes(tx, accountId)
    await reportChange(tx, accountId, 'codes-off', { visitor, at: clock.now() })
  })
}
