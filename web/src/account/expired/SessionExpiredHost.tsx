import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../session/session.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const SessionExpiredDialog = lazyDialog(async () => (await import('./SessionExpiredDialog.tsx')).SessionExpiredDialog)

const AGAIN_AFTER_MS = 5_000

/** Where a mailed link leads. There a person without a session can do everything, and may not know the password. */
const LINK_PAGES = ['/reset-password', '/verify-email', '/email-verification', '/alert']

/** Shows the dialog when the session has ended. While its code cannot be loaded, the page keeps what was typed. */
export function SessionExpiredHost() {
  const session = useSession()
  const { pathname } = useLocation()
  const [attempt, setAttempt] = useState(1)
  if (session.kind !== 'signed-in' || !session.expired || LINK_PAGES.includes(pathname)) return null
  const tryAgain = () => setTimeout(() => setAttempt(attempt + 1), AGAIN_AFTER_MS)
  return <SessionExpiredDialog key={attempt} user={session.user} remember={session.remembered} onClose={tryAgain} />
}
