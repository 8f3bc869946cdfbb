import { messages, newPasswordFaults } from '@bidwell/contract'
import { type FieldFault, refuseFaults } from '../../platform/errors.ts'
import type { CommonPasswords } from './common-passwords.ts'

export type NewPassword = { password: string; confirmPassword: string }

/** Throws 422 with each fault by field, when the password breaks a rule or is easily guessed for this address. */
export const checkNewPassword = (commonPasswords: CommonPasswords, input: NewPassword, email: string): void =>
  refuseFaults(withGuessable(newPasswordFaults(input), commonPasswords, input.password, email))

/** These faults, and one more if the password has none of them and is easily guessed for this address. */
export function withGuessable(
  faults: readonly FieldFault[],
  commonPasswords: CommonPasswords,
  password: string,
  email: string,
): FieldFault[] {
  const hasFault = faults.some(({ path }) => path === 'password')
  const message = hasFault ? null : easilyGuessedFault(commonPasswords, password, email)
  return message === null ? [...faults] : [...faults, { path: 'password', message }]
}

/** Names that an attacker tries first here. */
const NAMES = ['shopgoodwill', 'goodwill', 'auctionhouse', 'bidwell']
/** How many letters a password needs besides names and the own e-mail. */
const MIN_OTHER_LETTERS = 5
const MIN_NAME_LENGTH = 3

/** The sentence that refuses an easily guessed password for the account with this e-mail, in lower case; otherwise null. */
function easilyGuessedFault(commonPasswords: CommonPasswords, password: string, email: string): string | null {
  if (commonPasswords.include(password)) return messages.account.passwordTooCommon
  if (isMostlyNames(password, email)) return messages.account.passwordNamesOnly
  return null
}

/** Whether little is left of the password without the names: `Bidwell2026!`, or the e-mail with a digit. */
function isMostlyNames(password: string, email: string): boolean {
  const lower = password.toLowerCase().replaceAll(/\s/g, '')
  const names = [email, email.split('@')[0] ?? '', ...NAMES].filter(({ length }) => length >= MIN_NAME_LENGTH)
  const rest = names.reduce((text, name) => text.replaceAll(name, ''), lower)
  return rest.length < lower.length && rest.replaceAll(/[\d\p{P}\p{S}]/gu, '').length < MIN_OTHER_LETTERS
}
