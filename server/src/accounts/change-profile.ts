import { BID, messages } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { accountById } from './account-queries.ts'

export type ProfileChange = { default_seconds_before_end?: number | undefined }

/** Changes what is given and nothing else. Throws 422 for a lead that no bid may have. */
export async function changeProfile(
  { db, clock }: { db: Db; clock: Clock },
  accountId: number,
  { default_seconds_before_end: lead }: ProfileChange,
): Promise<AccountRow> {
  if (lead === undefined) return accountById(db, accountId)
  if (!Number.isInteger(lead) || lead < BID.minSecondsBeforeEnd || lead > BID.maxSecondsBeforeEnd) {
    const message = messages.account.leadOutOfRange
    throw new AppError('rule_broken', message, { details: [{ path: 'default_seconds_before_end', message }] })
  }
  return db
    .updateTable('accounts')
    .set({ default_seconds_before_end: lead, updated_at: new Date(clock.now()) })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
