import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { reportChange } from './report-change.ts'
import { secondFactorsOf } from './second-factor-queries.ts'

/** Makes ten new recovery codes; the former ones end. Throws 409 for an account without a second factor. */
export async function renewRecoveryCodes({ db, clock }: Ctx, caller: Caller, visitor: Visitor): Promise<string[]> {
  const { accountId } = caller
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const { totpSince, passkeys } = await secondFactorsOf(tx, accountId)
    if (totpSince === null && passkeys.length === 0) {
      throw new AppError('conflict', messages.secondFactor.nothingToRecover)
    }
    const now = clock.now()
    await reportChange(tx, accountId, 'recovery-codes-renewed', { visitor, at: now })
    return replaceRecoveryCodes(tx, accountId, now)
  })
}
