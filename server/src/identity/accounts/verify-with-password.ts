import type { Visitor } from '../../http/route.ts'
import type { AccountRow } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { checkNewPassword, type NewPassword } from '../passwords/check-new-password.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'
import { accountById } from './account-queries.ts'
import { findLink, takeLink } from './link-queries.ts'
import { verificationLinkInvalid } from './verify-email.ts'
import { wipeUnprovenAccount } from './wipe-unproven-account.ts'

const PURPOSES = ['verify_email'] as const

/**
 * Verifies the address of a new account for whoever reads its mail, by a new password, and signs in. The account may have
 * been registered by a stranger, so every earlier way in ends: see `wipeUnprovenAccount`. Throws 422 for a password that
 * breaks a rule, which leaves the link as it is, and `link_invalid`.
 */
export async function verifyWithPassword(
  ctx: IdentityCtx,
  { token, ...input }: NewPassword & { token: string },
  visitor: Visitor,
): Promise<OpenedSession & { account: AccountRow }> {
  const found = await findLink(ctx.db, token, PURPOSES, ctx.clock.now())
  if (!found || found.used_at !== null) throw verificationLinkInvalid()
  checkNewPassword(ctx.commonPasswords, input, found.email)
  const passwordHash = await ctx.passwords.hash(input.password)
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, token, PURPOSES, now)
    if (!link) throw verificationLinkInvalid()
    const registered = await accountById(tx, link.account_id)
    if (registered.email !== link.email || registered.email_verified_at !== null) throw verificationLinkInvalid()
    await wipeUnprovenAccount(ctx, tx, registered, { visitor, now })
    const account = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, email_verified_at: new Date(now), updated_at: new Date(now) })
      .where('id', '=', registered.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await ctx.beginSignUpTrial(tx, account, now)
    await ctx.guard.lift(tx, account.email)
    await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'email_verified', outcome: 'ok' })
    await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'password_reset', outcome: 'ok' })
    return { account, ...(await openSession(ctx, tx, account, visitor, false)) }
  })
}
