import { verifyPassword, type VerifyPasswordDeps } from '../passwords/verify-password.ts'
import { accountById } from './account-queries.ts'

/** Records that a session's password was proven now. Wrong passwords count towards the account's lock, like failed logins. */
export async function provePassword(
  deps: VerifyPasswordDeps,
  caller: { accountId: number; sessionId: string },
  password: string,
  ipAddress: string,
) {
  const { email, password_hash: passwordHash } = await accountById(deps.db, caller.accountId)
  await verifyPassword(deps, { email, password, passwordHash, ipAddress })
  const proven_at = new Date(deps.clock.now())
  await deps.db.updateTable('sessions').set({ proven_at }).where('id', '=', caller.sessionId).execute()
}
