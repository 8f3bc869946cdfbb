import { ApiError } from '../api/api-error.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { readToken } from '../api/session-token.ts'

/** Throws `ApiError` with the message, and asks to sign in again, when nobody is signed in any more. */
export function requireSession(message: string) {
  if (readToken() !== null) return
  emitSessionExpired(message)
  throw new ApiError({ status: 401, code: 'signed_out', message })
}
