import type { Caller, Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { checkNewPassword, type NewPassword } from '../passwords/check-new-password.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { accountById } from './account-queries.ts'
import { forgetLinkRequests } from './link-queries.ts'
import { endWaysIn } from './ways-in.ts'

/**
 * Sets another password for a signed-in user. Every other session ends, with the other ways in that `WAYS_IN` names.
 * Throws 422 for a password that breaks a rule.
 */
export async function changePassword(ctx: IdentityCtx, caller: Caller, input: NewPassword, visitor: Visitor) {
  const { email } = await accountById(ctx.db, caller.accountId)
  checkNewPassword(ctx.commonPasswords, input, email)
  const passwordHash = await ctx.passwords.hash(input.password)
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const account = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, updated_at: new Date(now) })
      .where('id', '=', caller.accountId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await forgetLinkRequests(tx, account.email)
    await endWaysIn(tx, account.id, 'password_changed', { now, except: caller.sessionId })
    await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'password_changed', outcome: 'ok' })
    const about = { to: account.email, accountId: account.id, isRead: true } as const
    const values = { ipAddress: visitor.ipAddress, wasUnproven: false }
    await tellOwner(tx, { ...about, kind: 'password_changed', values }, now)
  })
}
