import { logout, messages } from '@bidwell/contract'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { signOut } from '../../session/session.ts'
import { toastError, toastInfo } from '../../ui/toasts/toasts.tsx'

/** Ends the session on the server, then in this browser. Returns false when the server has not ended it. */
export async function logOut(): Promise<boolean> {
  try {
    await call(logout)
  } catch (error) {
    // A 401 means that the session has already ended. After any other error it may still be alive, so stay signed in.
    if (!isApiError(error) || error.status !== 401) {
      toastError(messages.account.logoutFailed)
      return false
    }
  }
  signOut()
  toastInfo(messages.account.loggedOut)
  return true
}
