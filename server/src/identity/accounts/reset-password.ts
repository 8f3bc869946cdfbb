import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Visitor } from '../../http/route.ts'
import { queueMail } from '../../notifying/mail/queue-mail.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { AccountRow, MailLinkRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { rememberCaller } from '../limits/known-callers.ts'
import { checkNewPassword, type NewPassword } from '../passwords/check-new-password.ts'
import { reportChange } from '../second-factors/report-change.ts'
import { accountById } from './account-queries.ts'
import { dropLaterRestores, findLink, forgetLinkRequests, takeLink } from './link-queries.ts'
import { moveAccount } from './move-account.ts'
import { type Ended, endWaysIn } from './ways-in.ts'
import { wipeUnprovenAccount } from './wipe-unproven-account.ts'

/** The link of a reset, and the link with which an earlier address takes its account back. */
const PURPOSES = ['reset_password', 'restore_email'] as const

/** The address of a link that still works. Throws `link_invalid`. */
export async function validateResetToken({ db, clock }: Ctx, token: string) {
  if (token.trim() === '') throw new AppError('rule_broken', messages.mailLink.resetTokenRequired)
  const link = await findLink(db, token, PURPOSES, clock.now())
  if (!link || link.used_at !== null) throw linkInvalid()
  return { email: link.email }
}

/**
 * Sets a new password by a mailed link. All sessions and all other links of the account end, a lock is lifted, and ways in
 * that are new are removed, see `WAYS_IN`. Signs nobody in, so a second factor that stays is still asked for.
 * Scheduled bids stay as they are. Throws 422 for a password that breaks a rule, which leaves the link as it is, and
 * `link_invalid`.
 */
export async function resetPassword(
  ctx: IdentityCtx,
  { token, ...input }: NewPassword & { token: string },
  visitor: Visitor,
) {
  const { email } = await validateResetToken(ctx, token)
  checkNewPassword(ctx.commonPasswords, input, email)
  const passwordHash = await ctx.passwords.hash(input.password)
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, token, PURPOSES, now)
    if (!link) throw linkInvalid()
    const account = await accountById(tx, link.account_id)
    if (link.purpose === 'restore_email') await restore(tx, account, link, visitor, now)
    else if (account.email !== link.email) throw linkInvalid()
    // The link came by mail, so its use proves the address as well. A stranger may have registered the address.
    if (account.email_verified_at === null) await wipeUnprovenAccount(ctx, tx, account, { visitor, now })

    const verified = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, email_verified_at: account.email_verified_at ?? new Date(now) })
      .set({ updated_at: new Date(now) })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (account.email_verified_at === null) await ctx.beginSignUpTrial(tx, verified, now)
    await forgetLinkRequests(tx, email)
    const lostAt = link.purpose === 'restore_email' ? link.created_at.getTime() : now
    const ended = await endWaysIn(tx, account.id, 'password_reset', { now, lostAt })
    await reportEnded(tx, account.id, ended, { visitor, now })
    await ctx.guard.lift(tx, email)
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

/**
 * Records which ways in a reset has removed, and tells the owner of second factors. An administrator who loses one is an
 * administrator no longer: the mailbox alone must not administer.
 */
async function reportEnded(
  tx: Tx,
  accountId: number,
  ended: Ended,
  { visitor, now }: { visitor: Visitor; now: number },
) {
  const {
    totp_secrets: apps = [],
    passkeys = [],
    destinations = [],
    calendar_feeds = [],
    google_identities = [],
  } = ended
  const hadApp = apps.some(({ confirmed_at }) => confirmed_at !== null)
  if (hadApp || passkeys.length > 0) await tx.deleteFrom('administrators').where('account_id', '=', accountId).execute()
  if (hadApp) await reportChange(tx, accountId, 'codes-off', { visitor, at: now })
  if (passkeys.length > 0) await reportChange(tx, accountId, 'passkey-removed', { visitor, at: now })
  const event = { ...visitor, accountId, outcome: 'ok' } as const
  for (const { channel } of destinations)
    await recordSecurityEvent(tx, { ...event, kind: 'destination_removed', details: { channel } })
  if (calendar_feeds.length > 0) await recordSecurityEvent(tx, { ...event, kind: 'calendar_ended' })
  if (google_identities.length > 0) await recordSecurityEvent(tx, { ...event, kind: 'google_unlinked' })
}

const linkInvalid = () => new AppError('link_invalid', messages.mailLink.resetLinkInvalid)
