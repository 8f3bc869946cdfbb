import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { PageLoading } from './PageLoading.tsx'

const SignInGate = lazyPart(async () => (await import('./SignInGate.tsx')).SignInGate, {
  whileLoading: <PageLoading />,
})

/** Shows the page to signed-in users only. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.kind === 'loading') return <PageLoading />
  if (session.kind === 'signed-out') return <SignInGate pathname={pathname} />
  // The key discards the page's state when another user signs in.
  return <Fragment key={session.user.id}>{children}</Fragment>
}
