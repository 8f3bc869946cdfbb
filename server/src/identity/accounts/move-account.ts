import { messages } from '@bidwell/contract'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { accountByEmail } from './account-queries.ts'

/**
 * Gives an account an address that is proven. Throws 409 when another account has the address. The caller has locked the
 * account's row, and ends the links to the present address.
 */
export async function moveAccount(tx: Tx, accountId: number, email: string, now: number) {
  const holder = await accountByEmail(tx, email)
  if (holder && holder.id !== accountId) throw taken()
  await tx
    .updateTable('accounts')
    .set({ email, email_verified_at: new Date(now), updated_at: new Date(now) })
    .where('id', '=', accountId)
    .execute()
    // Somebody may have registered the address a moment ago.
    .catch((error: unknown) => {
      throw isDuplicate(error) ? taken() : error
    })
}

const taken = () => new AppError('conflict', messages.mailLink.emailTakenMeanwhile)

const UNIQUE_VIOLATION = '23505'
const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
