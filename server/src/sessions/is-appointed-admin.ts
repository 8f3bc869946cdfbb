import type { Db } from '../platform/database/tables.ts'

export type AdminDeps = {
  db: Db
  /** The addresses of ADMIN_EMAILS, in lower case. */
  adminEmails: readonly string[]
}

/** Whether the account is the first of the operator's addresses that was verified, with or without a second factor. */
export async function isAppointedAdmin({ db, adminEmails }: AdminDeps, accountId: number): Promise<boolean> {
  if (adminEmails.length === 0) return false
  const first = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', 'in', adminEmails)
    .where('email_verified_at', 'is not', null)
    .orderBy('email_verified_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.id === accountId
}
