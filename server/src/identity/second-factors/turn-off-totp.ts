import { messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { dropNeedlessRecoveryCodes } from './recovery-codes.ts'
import { reportChange } from './report-change.ts'

/** Forgets the secret of the authenticator app. Throws 409 when no app is set up. */
export async function turnOffTotp({ db, clock }: { db: Db; clock: Clock }, caller: Caller, visitor: Visitor) {
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
