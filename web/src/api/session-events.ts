import type { RecoveryAction } from '@bidwell/contract'
import { ApiError } from './api-error.ts'
import { findFormInUse } from './form-in-use.ts'
import { readToken } from './session-token.ts'

export type SessionExpiredDetail = {
  /** What the user was doing. */
  action: RecoveryAction
  message: string
}

/** Reports that the session has ended: the page stays, and a dialog asks the user to sign in again. */
export const emitSessionExpired = (message: string) =>
  window.dispatchEvent(
    new CustomEvent<SessionExpiredDetail>('session-expired', { detail: { action: findFormInUse().action, message } }),
  )

/** Has the stored sign-in checked: the user is read from the token again, and the profile from the server. */
export const requestAuthCheck = () => window.dispatchEvent(new Event('auth-check-required'))

/** Throws `ApiError` with the message, and asks to sign in again, when nobody is signed in any more. */
export function requireSession(message: string) {
  if (readToken() !== null) return
  emitSessionExpired(message)
  throw new ApiError({ status: 401, code: 'signed_out', message })
}
