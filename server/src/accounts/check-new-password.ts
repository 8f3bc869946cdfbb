import { messages, newPasswordFaults } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import type { CommonPasswords } from '../passwords/common-passwords.ts'
import { isEasilyGuessed } from '../passwords/is-easily-guessed.ts'

export type NewPassword = { password: string; confirmPassword: string }

/** Throws 422 with each fault by field, when the password breaks a rule or is easily guessed for this address. */
export function checkNewPassword(commonPasswords: CommonPasswords, input: NewPassword, email: string) {
  const faults = newPasswordFaults(input)
  if (faults.length === 0 && isEasilyGuessed(commonPasswords, input.password, email)) {
    faults.push({ path: 'password', message: messages.account.passwordTooCommon })
  }
  const [first] = faults
  if (first) throw new AppError('rule_broken', first.message, { details: faults })
}
