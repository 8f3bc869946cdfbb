import { messages } from '@bidwell/contract'
import type { Visitor } from '../http/route.ts'
import { rememberCaller } from '../limits/known-callers.ts'
import type { SignInGuard } from '../limits/sign-in-guard.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { tellOwner } from '../notifications/tell-owner.ts'
import { checkNewPassword, type NewPassword } from '../passwords/check-new-password.ts'
import type { CommonPasswords } from '../passwords/common-passwords.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { SignUpTrial } from '../plans/start-trial.ts'
import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Db, MailLinkRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { cancelPendingSignIns } from '../second-factors/challenges.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'
import { accountById } from './account-queries.ts'
import { dropLaterRestores, dropLinks, findLink, takeLink } from './link-queries.ts'
import { moveAccount } from './move-account.ts'
import { removeNewWaysIn } from './remove-new-ways-in.ts'
import { type WipeDeps, wipeUnprovenAccount } from './wipe-unproven-account.ts'

export type ResetDeps = {
  db: Db
  clock: Clock
  passwords: PasswordHasher
  commonPasswords: CommonPasswords
  guard: SignInGuard
  beginSignUpTrial: SignUpTrial
} & WipeDeps

/** The link of a reset, and the link with which an earlier address takes its account back. */
const PURPOSES = ['reset_password', 'restore_email'] as const

/** The address of a link that still works. Throws `link_invalid`. */
export async function validateResetToken({ db, clock }: Pick<ResetDeps, 'db' | 'clock'>, token: string) {
  if (token.trim() === '') throw new AppError('rule_broken', messages.mailLink.resetTokenRequired)
  const link = await findLink(db, token, PURPOSES, clock.now())
  if (!link || link.used_at !== null) throw linkInvalid()
  return { email: link.email }
}

/**
 * Sets a new password by a mailed link. All sessions and all other links of the account end, a lock is lifted, and ways in
 * that are new are removed, see `removeNewWaysIn`. Signs nobody in, so a second factor that stays is still asked for.
 * Scheduled bids stay as they are. Throws 422 for a password that breaks a rule, which leaves the link as it is, and
 * `link_invalid`.
 */
export async function resetPassword(
  deps: ResetDeps,
  { token, ...input }: NewPassword & { token: string },
  visitor: Visitor,
) {
  const { email } = await validateResetToken(deps, token)
  checkNewPassword(deps.commonPasswords, input, email)
  const passwordHash = await deps.passwords.hash(input.password)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, token, PURPOSES, now)
    if (!link) throw linkInvalid()
    const account = await accountById(tx, link.account_id)
    if (link.purpose === 'restore_email') await restore(tx, account, link, visitor, now)
    else if (account.email !== link.email) throw linkInvalid()
    // The link came by mail, so its use proves the address as well. A stranger may have registered the address.
    if (account.email_verified_at === null) await wipeUnprovenAccount(deps, tx, account, { visitor, now })

    const verified = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, email_verified_at: account.email_verified_at ?? new Date(now) })
      .set({ updated_at: new Date(now) })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (account.email_verified_at === null) await deps.beginSignUpTrial(tx, verified, now)
    await dropLinks(tx, { accountId: account.id, email })
    await cancelPendingSignIns(tx, account.id)
    await revokeSessions(tx, account.id, { because: 'password_changed', now })
    const lostAt = link.purpose === 'restore_email' ? link.created_at.getTime() : now
    await removeNewWaysIn(tx, account, { visitor, now, lostAt })
    await deps.guard.lift(tx, email)
    // The way in for an owner whom a stranger's guesses keep out everywhere else.
    await rememberCaller(tx, account.id, visitor, now)
    await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'password_reset', outcome: 'ok' })
    const values = { ipAddress: visitor.ipAddress, wasUnproven: account.email_verified_at === null }
    await tellOwner(tx, { kind: 'password_changed', to: email, accountId: account.id, values, isRead: true }, now)
  })
}

/** Returns the account to the address of the link, and tells the address that it had until now. */
async function restore(tx: Tx, account: AccountRow, link: MailLinkRow, visitor: Visitor, now: number) {
  if (account.email === link.email) return
  await moveAccount(tx, account.id, link.email, now)
  await dropLaterRestores(tx, link)
  const returned = { kind: 'email-returned', to: account.email, accountId: account.id, email: link.email } as const
  await queueMail(tx, returned, { now })
  await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'email_changed', outcome: 'ok' })
}

const linkInvalid = () => new AppError('link_invalid', messages.mailLink.resetLinkInvalid)
