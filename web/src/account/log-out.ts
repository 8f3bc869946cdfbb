import { logout, messages } from '@bidwell/contract'
import { isApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { signOut } from '../session/session.ts'
import { toastError, toastInfo } from '../ui/toasts/toasts.tsx'

/** Ends the session at the server and here; answers whether it has. A session that is over already counts as ended. */
export async function logOut(): Promise<boolean> {
  try {
    await call(logout)
  } catch (error) {
    // Not ended at the server: saying otherwise would leave a live session behind unseen.
    if (!isApiError(error) || error.status !== 401) {
      toastError(messages.account.logoutFailed)
      return false
    }
  }
  signOut()
  toastInfo(messages.account.loggedOut)
  return true
}
