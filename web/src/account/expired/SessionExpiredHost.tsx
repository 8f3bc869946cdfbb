import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

// A failed load would replace the page that the dialog has to preserve.
const SessionExpiredDialog = lazyPart(async () => (await import('./SessionExpiredDialog.tsx')).SessionExpiredDialog)

/** Shows the dialog when the session has ended. */
export function SessionExpiredHost() {
  const session = useSession()
  if (session.kind !== 'signed-in' || !session.expired) return null
  return <SessionExpiredDialog user={session.user} remember={session.remembered} />
}
