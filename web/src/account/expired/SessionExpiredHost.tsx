import { useLocation } from 'react-router'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

// A failed load would replace the page that the dialog has to preserve.
const SessionExpiredDialog = lazyPart(async () => (await import('./SessionExpiredDialog.tsx')).SessionExpiredDialog)

/** Where a mailed link leads. There a person without a session can do everything, and may not know the password. */
const LINK_PAGES = ['/reset-password', '/verify-email', '/email-verification', '/alert']

/** Shows the dialog when the session has ended. */
export function SessionExpiredHost() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.kind !== 'signed-in' || !session.expired || LINK_PAGES.includes(pathname)) return null
  return <SessionExpiredDialog user={session.user} remember={session.remembered} />
}
