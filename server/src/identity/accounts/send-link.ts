import { isEmail, MAIL_LINK, messages, normalizeEmail } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import { queueMail, queueNothing } from '../../notifying/mail/queue-mail.ts'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { newCode } from '../../platform/secrets.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { accountByEmail } from './account-queries.ts'
import { admitLinkRequest } from './admit-link-request.ts'
import { issueLink } from './link-queries.ts'

type ToPresentAddress = 'verify_email' | 'reset_password'

const KINDS = {
  verify_email: { kind: 'verify-email', lifeMs: MAIL_LINK.verificationMs },
  reset_password: { kind: 'reset-password', lifeMs: MAIL_LINK.resetMs },
} as const

/** Mails a link that lets the account's address set a new password. See `sendIfKnown`. */
export const requestReset = (ctx: IdentityCtx, email: string, visitor: Visitor) =>
  sendIfKnown(ctx, { purpose: 'reset_password', email, visitor, needs: () => true })

/** Mails another link that verifies the account's address, unless that is done and mails arrive. See `sendIfKnown`. */
export async function resendVerification(ctx: IdentityCtx, email: string, visitor: Visitor) {
  if (email.trim() === '') throw new AppError('rule_broken', messages.mailLink.emailRequiredToResend)
  await sendIfKnown(ctx, { purpose: 'verify_email', email, visitor, needs: awaitsVerification })
}

/** Also an address that is verified, once a mail server has refused it: alerts go there again when it is verified anew. */
const awaitsVerification = (account: AccountRow, isStopped: boolean) => isUnverified(account) || isStopped

const isUnverified = (account: AccountRow) => account.email_verified_at === null

type Asked = {
  purpose: ToPresentAddress
  email: string
  visitor: Visitor
  /** Whether this account gets the mail. `isStopped`: alerts no longer go to its address. */
  needs: (account: AccountRow, isStopped: boolean) => boolean
}

/**
 * Mails a link to an address that has an account, and nothing to any other: strangers cannot make Bidwell send mail to
 * whom they like. Both do the same reads and writes, so neither the answer nor its time tells them apart. Throws 422 for text that
 * is no address, 429 after too many requests, and 503 without a mail server.
 */
async function sendIfKnown(
  { db, clock, hashEmail, sendsMail }: IdentityCtx,
  { purpose, email: typed, visitor, needs }: Asked,
) {
  if (!sendsMail) throw new AppError('unavailable', messages.mailLink.noMail)
  const email = readEmail(typed)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await admitLinkRequest(tx, { purpose, email, ipAddress: visitor.ipAddress, now })
    const account = await accountByEmail(tx, email)
    const stopped = await tx
      .selectFrom('destinations')
      .select('id')
      .where('account_id', '=', account?.id ?? 0)
      .where('channel', '=', 'email')
      .where('stopped_at', 'is not', null)
      .executeTakeFirst()
    await sendLink(tx, account && needs(account, stopped !== undefined) ? account : null, { purpose, now })
    const kind = purpose === 'reset_password' ? 'password_reset_requested' : 'verification_requested'
    const whose = { accountId: account?.id ?? null, actor: hashEmail(email) }
    await recordSecurityEvent(tx, { ...visitor, ...whose, kind, outcome: 'ok' })
  })
}

type Sent = { purpose: ToPresentAddress; now: number; sessionId?: string }

/** Mails a link to an account's address. Without an account, it writes as much and nothing is sent. */
export async function sendLink(tx: Tx, account: AccountRow | null, { purpose, ...rest }: Sent) {
  const { now } = rest
  const { kind, lifeMs } = KINDS[purpose]
  const email = account?.email ?? ''
  const isVerified = account !== null && !isUnverified(account)
  const code = purpose === 'verify_email' && !isVerified ? newCode() : null
  const token = await issueLink(tx, { accountId: account?.id ?? null, purpose, email, lifeMs, code, ...rest })
  if (!account) return queueNothing(tx, now)
  const content = { to: email, accountId: account.id, token, isVerified, ...(code !== null && { code }) }
  await queueMail(tx, { ...content, kind }, { now, usefulForMs: lifeMs })
}

/** The address in the form that accounts have. Throws 422 for text that is none: blanks around it alone are removed. */
export function readEmail(typed: string): string {
  const email = normalizeEmail(typed)
  if (isEmail(email)) return email
  throw fieldError('email', messages.account.emailInvalid)
}
