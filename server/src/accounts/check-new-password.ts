import { newPasswordFaults } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import type { CommonPasswords } from '../passwords/common-passwords.ts'
import { easilyGuessedFault } from '../passwords/easily-guessed-fault.ts'

export type NewPassword = { password: string; confirmPassword: string }

/** Throws 422 with each fault by field, when the password breaks a rule or is easily guessed for this address. */
export function checkNewPassword(commonPasswords: CommonPasswords, input: NewPassword, email: string) {
  const faults = newPasswordFaults(input)
  const guessable = faults.length === 0 ? easilyGuessedFault(commonPasswords, input.password, email) : null
  if (guessable !== null) faults.push({ path: 'password', message: guessable })
  const [first] = faults
  if (first) throw new AppError('rule_broken', first.message, { details: faults })
}
