import {
  formatPhone,
  messages,
  normalizeEmail,
  phoneDigitsOf,
  type Registration,
  registrationFaults,
} from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { AppError, refuseFaults } from '../../platform/errors.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { withGuessable } from '../passwords/check-new-password.ts'
import type { CommonPasswords } from '../passwords/common-passwords.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { openSession } from '../sessions/open-session.ts'
import type { Tokens } from '../sessions/tokens.ts'
import type { SignUpTrial } from '../trial/start-trial.ts'
import { accountByEmail, insertAccount } from './account-queries.ts'
import { admitRegistration } from './admit-link-request.ts'
import { limitTakenAnswers } from './limit-taken-answers.ts'
import { sendLink } from './send-link.ts'

export type RegisterDeps = {
  db: Db
  clock: Clock
  tokens: Tokens
  passwords: PasswordHasher
  commonPasswords: CommonPasswords
  /** Whether one network may open only so many accounts in an hour: unless no other machine reaches this installation. */
  limitsRegistrations: boolean
  beginSignUpTrial: SignUpTrial
  /** Whether this installation sends text messages. */
  sendsSms: boolean
}

/**
 * Creates an account, signs it in, and mails a link that verifies the address. Throws 422 with each fault by field, 409
 * when the e-mail has an account, and `rate_limited` when the caller's network has asked for too many e-mails that have
 * one, or has opened too many accounts.
 */
export async function register(deps: RegisterDeps, input: Registration, visitor: Visitor) {
  const email = normalizeEmail(input.email)
  refuseFaults(withGuessable(registrationFaults(input), deps.commonPasswords, input.password, email))

  return limitTakenAnswers(deps, visitor.ipAddress, async () => {
    const opened = await openAccount(deps, input, email, visitor)
    if (opened !== null) return opened
    const { id = null } = (await accountByEmail(deps.db, email)) ?? {}
    await recordSecurityEvent(deps.db, { ...visitor, accountId: id, kind: 'registered', outcome: 'refused' })
    throw new AppError('conflict', messages.account.emailTaken)
  })
}

/** Null when the e-mail has an account already. */
async function openAccount(deps: RegisterDeps, input: Registration, email: string, visitor: Visitor) {
  const passwordHash = await deps.passwords.hash(input.password)
  const now = new Date(deps.clock.now())
  const phoneDigits = input.smsOptIn ? phoneDigitsOf(input.phoneNumber ?? '') : null
  return deps.db.transaction().execute(async (tx) => {
    const { ipAddress } = visitor
    if (deps.limitsRegistrations) await admitRegistration(tx, { ipAddress, now: now.getTime() })
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
    if (deps.sendsSms && phoneDigits !== null) await addUnverifiedPhone(tx, account.id, phoneDigits)
    await recordProductEvent(tx, 'user_registered', account.id, now.getTime())
    await deps.beginSignUpTrial(tx, account, now.getTime())
    await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'registered', outcome: 'ok' })
    const opened = await openSession(deps, tx, account, visitor, false)
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
