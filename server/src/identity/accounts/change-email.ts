import { MAIL_LINK, messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import { queueMail } from '../../notifying/mail/queue-mail.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { accountByEmail, accountById } from './account-queries.ts'
import { admitLinkRequest } from './admit-link-request.ts'
import { limitTakenAnswers } from './limit-taken-answers.ts'
import { issueLink } from './link-queries.ts'
import { readEmail } from './send-link.ts'

/**
 * Mails a link to the address that an account is to have; `verifyEmail` changes the account when the link is used. The
 * present address is told at once, if it was ever verified. Throws 422 for text that is no address and for the present
 * one, 409 when another account has it, 429 after too many requests, and 503 without a mail server.
 */
export async function changeEmail(ctx: IdentityCtx, caller: Caller, typed: string, visitor: Visitor) {
  const { db, clock, sendsMail } = ctx
  if (!sendsMail) throw new AppError('unavailable', messages.mailLink.noMail)
  const email = readEmail(typed)
  const now = clock.now()
  const { ipAddress } = visitor
  const ask = async (tx: Tx) => {
    await admitLinkRequest(tx, { purpose: 'change_email', email, ipAddress, now })
    await lockCaller(tx, caller)
    const account = await accountById(tx, caller.accountId)
    if (account.email === email) throw new AppError('rule_broken', messages.mailLink.emailUnchanged)
    if (await accountByEmail(tx, email)) throw new AppError('conflict', messages.account.emailTaken)

    const accountId = account.id
    const lifeMs = MAIL_LINK.verificationMs
    const link = { accountId, purpose: 'change_email', email, sessionId: caller.sessionId } as const
    const token = await issueLink(tx, { ...link, now, lifeMs })
    const confirm = { kind: 'confirm-new-email', to: email, accountId, token, oldEmail: account.email } as const
    await queueMail(tx, confirm, { now, usefulForMs: lifeMs })
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'email_change_requested', outcome: 'ok' })
    if (account.email_verified_at === null) return
    const about = { to: account.email, accountId, isRead: true } as const
    await tellOwner(tx, { ...about, kind: 'email_change_asked', values: { ipAddress, newEmail: email } }, now)
  }
  await limitTakenAnswers(ctx, ipAddress, () => db.transaction().execute(ask))
}
