import { messages } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { secondFactorsOf } from './second-factor-queries.ts'

/** Makes ten new recovery codes; the former ones end. Throws 409 for an account without a second factor. */
export async function renewRecoveryCodes({ db, clock }: { db: Db; clock: Clock }, accountId: number) {
  return db.transaction().execute(async (tx) => {
    const { totpSince, passkeys } = await secondFactorsOf(tx, accountId)
    if (totpSince === null && passkeys.length === 0) {
      throw new AppError('conflict', messages.secondFactor.nothingToRecover)
    }
    return replaceRecoveryCodes(tx, accountId, clock.now())
  })
}
