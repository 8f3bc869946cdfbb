import { lazy } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { PageLoading } from './PageLoading.tsx'

const SignInGate = lazy(async () => ({ default: (await import('./SignInGate.tsx')).SignInGate }))

/** Shows the page to signed-in users only. */
export function RequireSignIn() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.kind === 'loading') return <PageLoading />
  if (session.kind === 'signed-out') return <SignInGate pathname={pathname} />
  // The key discards the page's state when another user signs in.
  return <Outlet key={session.user.id} />
}
