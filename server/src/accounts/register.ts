import { messages, normalizeEmail, type Registration, registrationFaults } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { CommonPasswords } from '../passwords/common-passwords.ts'
import { isEasilyGuessed } from '../passwords/is-easily-guessed.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { openSession, type Visitor } from '../sessions/open-session.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { recordProductEvent } from '../trails/record-product-event.ts'
import { insertAccount } from './account-queries.ts'
import { sendLink } from './send-link.ts'

export type RegisterDeps = {
  db: Db
  clock: Clock
  tokens: Tokens
  passwords: PasswordHasher
  commonPasswords: CommonPasswords
}

/** Creates an account, signs it in, and mails a link that verifies the address. Throws 422 with each fault by field, or 409 when the e-mail has an account. */
export async function register(deps: RegisterDeps, input: Registration, visitor: Visitor) {
  const email = normalizeEmail(input.email)
  const faults = registrationFaults(input)
  const passwordFault = faults.some(({ path }) => path === 'password')
  if (!passwordFault && isEasilyGuessed(deps.commonPasswords, input.password, email)) {
    faults.push({ path: 'password', message: messages.account.passwordTooCommon })
  }
  const [first] = faults
  if (first) throw new AppError('rule_broken', first.message, { details: faults })

  const passwordHash = await deps.passwords.hash(input.password)
  const now = new Date(deps.clock.now())
  return deps.db.transaction().execute(async (tx) => {
    const account = await insertAccount(tx, {
      email,
      password_hash: passwordHash,
      terms_version: input.termsVersion,
      privacy_version: input.privacyVersion,
      terms_accepted_at: now,
      phone_number: input.smsOptIn ? (input.phoneNumber ?? '').replace(/\D/g, '') : null,
      sms_opt_in: input.smsOptIn ?? false,
      created_at: now,
      updated_at: now,
    })
    if (!account) throw new AppError('conflict', messages.account.emailTaken)
    await recordProductEvent(tx, 'user_registered', account.id, now.getTime())
    await sendLink(tx, account, { purpose: 'verify_email', now: now.getTime() })
    return { account, token: await openSession(deps, tx, account, visitor, false) }
  })
}
