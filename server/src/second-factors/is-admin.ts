import { type AdminDeps, isAppointedAdmin } from '../sessions/is-appointed-admin.ts'
import { secondFactorMethodsOf } from './second-factor-queries.ts'

/** Whether the account has the administrator's rights: it is the appointed one, and has set up a second factor. */
export async function isAdmin(deps: AdminDeps, accountId: number): Promise<boolean> {
  if (!(await isAppointedAdmin(deps, accountId))) return false
  return (await secondFactorMethodsOf(deps.db, accountId)).length > 0
}
