import { Outlet, useLocation } from 'react-router'
import { SignInGate } from './SignInGate.tsx'
import { useSession } from '../session/session.ts'
import { PageLoading } from './PageLoading.tsx'

export function RequireSignIn() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.kind === 'loading') return <PageLoading />
  if (session.kind === 'signed-out') return <SignInGate pathname={pathname} />
  // Another user's page must not keep this one's state.
  return <Outlet key={session.user.id} />
}
