import { isEmail, messages, normalizeEmail } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'

/** The address in the form that accounts have. Throws 422 for text that is none: blanks around it alone are removed. */
export function readEmail(typed: string): string {
  const email = normalizeEmail(typed)
  if (isEmail(email)) return email
  const message = messages.account.emailInvalid
  throw new AppError('rule_broken', message, { details: [{ path: 'email', message }] })
}
