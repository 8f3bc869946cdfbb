import { lazy, Suspense } from 'react'
import { useSession } from '../../session/session.ts'
import { loadWithRetry } from '../../ui/load-with-retry.ts'

// A failed load would replace the page that the dialog has to preserve.
const SessionExpiredDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import('./SessionExpiredDialog.tsx'))).SessionExpiredDialog,
}))

/** Shows the dialog when the session has ended. */
export function SessionExpiredHost() {
  const session = useSession()
  if (session.kind !== 'signed-in' || !session.expired) return null
  return (
    <Suspense>
      <SessionExpiredDialog user={session.user} remember={session.remembered} />
    </Suspense>
  )
}
