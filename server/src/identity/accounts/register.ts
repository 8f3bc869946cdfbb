import {
  formatPhone,
  messages,
  normalizeEmail,
  phoneDigitsOf,
  type Registration,
  registrationFaults,
} from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError, refuseFaults } from '../../platform/errors.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { withGuessable } from '../passwords/check-new-password.ts'
import { openSession } from '../sessions/open-session.ts'
import { accountByEmail, insertAccount } from './account-queries.ts'
import { admitRegistration } from './admit-link-request.ts'
import { limitTakenAnswers } from './limit-taken-answers.ts'
import { sendLink } from './send-link.ts'

/**
 * Creates an account, signs it in, and mails a link that verifies the address. Throws 422 with each fault by field, 409
 * when the e-mail has an account, and `rate_limited` when the caller's network has asked for too many e-mails that have
 * one, or has opened too many accounts.
 */
export async function register(ctx: IdentityCtx, input: Registration, visitor: Visitor) {
  const email = normalizeEmail(input.email)
  refuseFaults(withGuessable(registrationFaults(input), ctx.commonPasswords, input.password, email))

  return limitTakenAnswers(ctx, visitor.ipAddress, async () => {
    const opened = await openAccount(ctx, input, email, visitor)
    if (opened !== null) return opened
    const { id = null } = (await accountByEmail(ctx.db, email)) ?? {}
    await recordSecurityEvent(ctx.db, { ...visitor, accountId: id, kind: 'registered', outcome: 'refused' })
    throw new AppError('conflict', messages.account.emailTaken)
  })
}

/** Null when the e-mail has an account already. */
async function openAccount(ctx: IdentityCtx, input: Registration, email: string, visitor: Visitor) {
  const passwordHash = await ctx.passwords.hash(input.password)
  const now = new Date(ctx.clock.now())
  const phoneDigits = input.smsOptIn ? phoneDigitsOf(input.phoneNumber ?? '') : null
  return ctx.db.transaction().execute(async (tx) => {
    const { ipAddress } = visitor
    if (ctx.limitsRegistrations) await admitRegistration(tx, { ipAddress, now: now.getTime() })
    const account = await insertAccount(tx, {
      email,
      password_hash: passwordHash,
      terms_version: input.termsVersion,
      privacy_version: input.privacyVersion,
      terms_accepted_at: now,
      phone_number: phoneDigits,
      sms_opt_in: input.smsOptIn ?? false,
      created_at: now,
      updated_at: now,
    })
    if (!account) return null
    if (ctx.sendsSms && phoneDigits !== null) await addUnverifiedPhone(tx, account.id, phoneDigits)
    await recordProductEvent(tx, 'user_registered', account.id, now.getTime())
    await ctx.beginSignUpTrial(tx, account, now.getTime())
    await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'registered', outcome: 'ok' })
    const opened = await openSession(ctx, tx, account, visitor, false)
    await sendLink(tx, account, { purpose: 'verify_email', now: now.getTime(), sessionId: opened.sessionId })
    return { account, ...opened }
  })
}

/** The number that is to receive alerts, once its owner has asked for a code and entered it. */
async function addUnverifiedPhone(tx: Tx, accountId: number, digits: string) {
  const place = { channel: 'sms', address: `+1${digits}`, label: formatPhone(digits) } as const
  await tx
    .insertInto('destinations')
    .values({ account_id: accountId, ...place })
    .execute()
}
