import { Fragment } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { PageLoading } from '../ui/loading/PageLoading.tsx'
import { SignInGate } from './SignInGate.tsx'

/** Shows its pages to signed-in users only. */
export function RequireSignIn() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.kind === 'loading') return <PageLoading />
  if (session.kind === 'signed-out') return <SignInGate pathname={pathname} />
  return (
    // The key discards the page's state when another user signs in.
    <Fragment key={session.user.id}>
      <Outlet />
    </Fragment>
  )
}
