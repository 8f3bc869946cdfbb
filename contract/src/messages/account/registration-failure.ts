import * as account from './account.ts'

/** The sentence for the user when registering fails, from the server's message; undefined when it gave none. */
export function registrationFailure(detail: string | undefined): string {
  if (detail === undefined || detail === '') return account.registrationFailed
  if (/password/i.test(detail)) return account.passwordRejected
  if (/invalid.*e-?mail|valid e-?mail/i.test(detail)) return account.emailRejected
  return detail
}
