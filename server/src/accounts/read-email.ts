import { isEmail, messages, normalizeEmail } from '@bidwell/contract'
import { fieldError } from '../platform/errors.ts'

/** The address in the form that accounts have. Throws 422 for text that is none: blanks around it alone are removed. */
export function readEmail(typed: string): string {
  const email = normalizeEmail(typed)
  if (isEmail(email)) return email
  throw fieldError('email', messages.account.emailInvalid)
}
