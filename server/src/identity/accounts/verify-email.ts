import { MAIL_LINK, messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import { queueMail } from '../../notifying/mail/queue-mail.ts'
import type { MailLinkRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { accountById } from './account-queries.ts'
import { endRestoresAfter, findLink, issueLink, takeLink } from './link-queries.ts'
import { moveAccount } from './move-account.ts'
import { endWaysIn } from './ways-in.ts'

const PURPOSES = ['verify_email', 'change_email'] as const

/**
 * Uses a link that proves an address for the session that asked for it: the account's own, or the one that it is to have.
 * Returns the address with the sentence for the user. A used link answers like the first time as long as its address is
 * still the account's. Throws `link_invalid`, and outside of that session `new_password_needed` for the account's own
 * address and `forbidden` for another one. The link then stays as it is: whoever clicks it reads the mail, and does not
 * vouch for the person who registered. An address that was verified before is verified anew from any browser: it shows no
 * more than that mails arrive, and alerts go there again.
 */
export async function verifyEmail(
  ctx: IdentityCtx,
  token: string,
  { caller, ...visitor }: Visitor & { caller: Caller | null },
) {
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (tx) => {
    const link = await findLink(tx, token, PURPOSES, now)
    if (!link) throw verificationLinkInvalid()
    if (link.used_at !== null) return repeat(link, tx)
    const isAnew =
      link.purpose === 'verify_email' && (await accountById(tx, link.account_id)).email_verified_at !== null
    if (!isAnew) {
      if (caller === null || caller.sessionId !== link.session_id) throw outsideOfSession(link)
      await lockCaller(tx, caller)
    }
    if (!(await takeLink(tx, token, PURPOSES, now))) return repeat(link, tx)
    if (link.purpose === 'change_email') return changeAddress(ctx, tx, link, { visitor, now })
    return proveOwnAddress(ctx, tx, link, { visitor, now })
  })
}

type Used = { visitor: Visitor; now: number }

/** Verifies the account's own address, whose link or code has just been used. */
export async function proveOwnAddress(ctx: IdentityCtx, tx: Tx, link: MailLinkRow, { visitor, now }: Used) {
  const account = await accountById(tx, link.account_id)
  if (account.email !== link.email) throw verificationLinkInvalid()
  const verified = await tx
    .updateTable('accounts')
    .set({ email_verified_at: account.email_verified_at ?? new Date(now), updated_at: new Date(now) })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (account.email_verified_at === null) await ctx.beginSignUpTrial(tx, verified, now)
  await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'email_verified', outcome: 'ok' })
  return { email: link.email, message: messages.mailLink.verified }
}

/** Answers a second use like the first one. */
export async function repeat(link: MailLinkRow, tx: Tx) {
  const account = await accountById(tx, link.account_id)
  if (account.email !== link.email || account.email_verified_at === null) throw verificationLinkInvalid()
  const message = link.purpose === 'change_email' ? messages.mailLink.emailChanged : messages.mailLink.verified
  return { email: link.email, message }
}

const outsideOfSession = ({ purpose }: MailLinkRow) =>
  purpose === 'change_email'
    ? new AppError('forbidden', messages.mailLink.otherSession)
    : new AppError('new_password_needed', messages.mailLink.newPasswordNeeded)

/**
 * Gives the account its new address. Every session ends but the one that asked. The earlier address gets a link that takes
 * the account back, unless that address was never verified (it may be mistyped, and belong to somebody else), or the owner
 * moves the account back from it within the week (a thief may have moved it there).
 */
async function changeAddress({ beginSignUpTrial }: IdentityCtx, tx: Tx, link: MailLinkRow, { visitor, now }: Used) {
  const account = await accountById(tx, link.account_id)
  await moveAccount(tx, account.id, link.email, now)
  if (account.email_verified_at === null) await beginSignUpTrial(tx, await accountById(tx, account.id), now)
  await endWaysIn(tx, account.id, 'email_changed', { now, except: link.session_id })

  const about = { to: account.email, accountId: account.id }
  if (await endRestoresAfter(tx, link, now)) {
    await queueMail(tx, { ...about, kind: 'email-returned', email: link.email }, { now })
  } else if (account.email_verified_at !== null) {
    const restore = { accountId: account.id, purpose: 'restore_email', email: account.email } as const
    const token = await issueLink(tx, { ...restore, now, lifeMs: MAIL_LINK.restoreMs })
    await queueMail(tx, { ...about, kind: 'email-moved', newEmail: link.email, token }, { now })
  }
  await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'email_changed', outcome: 'ok' })
  return { email: link.email, message: messages.mailLink.emailChanged }
}

export const verificationLinkInvalid = () => new AppError('link_invalid', messages.mailLink.verificationLinkInvalid)
