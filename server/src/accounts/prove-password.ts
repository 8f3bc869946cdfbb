import { accountById } from './account-queries.ts'
import { tryPassword, type TryPasswordDeps } from './try-password.ts'

/** Proves the password of a session anew. Wrong ones count towards the account's lock like failed logins. */
export async function provePassword(
  deps: TryPasswordDeps,
  caller: { accountId: number; sessionId: string },
  password: string,
  ipAddress: string,
) {
  const { email, password_hash: passwordHash } = await accountById(deps.db, caller.accountId)
  await tryPassword(deps, { email, password, passwordHash, ipAddress })
  const proven_at = new Date(deps.clock.now())
  await deps.db.updateTable('sessions').set({ proven_at }).where('id', '=', caller.sessionId).execute()
}
