import { messages } from '@bidwell/contract'
import { useNavigate } from 'react-router'
import { endSession } from '../api/end-session.ts'
import { readToken } from '../api/session-token.ts'
import { signOut } from '../session/session.ts'
import { toastAction, toastInfo } from '../ui/overlays/toasts.tsx'

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

/** Logs out: forgets the user in this browser, opens the home page, and ends the session on the server. */
export function useLogOut() {
  const navigate = useNavigate()
  return async (): Promise<void> => {
    const token = readToken()
    signOut()
    const ended = token === null ? null : endOnServer(token)
    await navigate('/')
    await ended
  }
}
