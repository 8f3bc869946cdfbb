import { messages } from '@bidwell/contract'
import { useNavigate } from 'react-router'
import { endSession } from '../api/end-session.ts'
import { readToken } from '../api/session-token.ts'
import { signOut } from '../session/session.ts'
import { toastAction, toastInfo } from '../ui/overlays/toasts.tsx'

/** Forgets the user in this browser at once, then ends the session on the server. */
async function logOut(): Promise<void> {
  const token = readToken()
  signOut()
  if (token !== null) await endOnServer(token)
}

async function endOnServer(token: string) {
  try {
    await endSession(token)
    toastInfo(messages.account.loggedOut)
  } catch {
    toastAction('error', messages.account.logoutFailed, {
      help: messages.account.logoutUnconfirmed,
      label: 'Try again',
      act: () => void endOnServer(token),
    })
  }
}

/** Logs out and opens the home page. */
export function useLogOut() {
  const navigate = useNavigate()
  return async (): Promise<void> => {
    const ended = logOut()
    await navigate('/')
    await ended
  }
}
