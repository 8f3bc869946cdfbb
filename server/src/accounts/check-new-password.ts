import { newPasswordFaults } from '@bidwell/contract'
import type { CommonPasswords } from '../passwords/common-passwords.ts'
import { easilyGuessedFault } from '../passwords/easily-guessed-fault.ts'
import { type FieldFault, refuseFaults } from '../platform/errors.ts'

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
