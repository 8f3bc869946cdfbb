import type { Ctx } from '../../context/ctx.ts'
import { secondFactorMethodsOf } from '../second-factors/second-factor-queries.ts'

/**
 * Whether the operator has appointed the account at the terminal, and its address is still a verified one of the
 * operator's, with or without a second factor. An address alone appoints nobody: a stranger may register it first.
 */
export async function isAppointedAdmin(
  { db, adminEmails }: Pick<Ctx, 'db' | 'adminEmails'>,
  accountId: number,
): Promise<boolean> {
  if (adminEmails.length === 0) return false
  const appointed = await db
    .selectFrom('administrators')
    .innerJoin('accounts', 'accounts.id', 'administrators.account_id')
    .select('accounts.id')
    .where('accounts.id', '=', accountId)
    .where('accounts.email', 'in', adminEmails)
    .where('accounts.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return appointed !== undefined
}

/** Whether the account has the administrator's rights: it is the appointed one, and has set up a second factor. */
export async function isAdmin(ctx: Ctx, accountId: number): Promise<boolean> {
  if (!(await isAppointedAdmin(ctx, accountId))) return false
  return (await secondFactorMethodsOf(ctx.db, accountId)).length > 0
}
