import type { CommonPasswords } from './common-passwords.ts'

/** Whether the password is a common one, or the e-mail itself. `email` is in lower case. */
export function isEasilyGuessed(commonPasswords: CommonPasswords, password: string, email: string): boolean {
  const lower = password.toLowerCase()
  return lower === email || lower === email.split('@')[0] || commonPasswords.include(password)
}
