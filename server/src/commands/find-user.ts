import { normalizeEmail } from '@bidwell/contract'
import { accountByEmail } from '../accounts/account-queries.ts'
import type { AccountRow, Db } from '../platform/database/tables.ts'
import { StartupError } from '../platform/startup-error.ts'

/** The account with an address that the operator has typed. Throws a StartupError when there is none. */
export async function findUser(db: Db, typed: string): Promise<AccountRow> {
  const email = normalizeEmail(typed)
  const account = await accountByEmail(db, email)
  if (account === null) throw new StartupError(`No account has the address ${email}`)
  return account
}
