import { lazy, Suspense } from 'react'
import { useSession } from '../session/session.ts'

const SessionExpiredDialog = lazy(async () => ({
  default: (await import('./SessionExpiredDialog.tsx')).SessionExpiredDialog,
}))

/** Shows the dialog when the session has ended. */
export function SessionExpiredHost() {
  const session = useSession()
  if (session.kind !== 'signed-in' || !session.expired) return null
  return (
    <Suspense>
      <SessionExpiredDialog user={session.user} />
    </Suspense>
  )
}
