import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { useSite } from '../api/site-query.ts'
import { IntegrationBadge } from '../connection/IntegrationBadge.tsx'
import { isPublicPath } from '../session/public-paths.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { lazyOptional } from '../ui/lazy-optional.tsx'
import { loadWithRetry } from '../ui/load-with-retry.ts'
import { Link } from '../ui/Link.tsx'
import { isWithin, PAGES, PRICING } from '../ui/navigation.ts'
import { Logo } from './Logo.tsx'

const AccountTools = lazyOptional(async () => (await loadWithRetry(() => import('./AccountTools.tsx'))).AccountTools)
const SiteClock = lazyOptional(async () => (await import('./SiteClock.tsx')).SiteClock)

export function Header() {
  const session = useSession()
  const { pathname } = useLocation()
  const signedIn = session.kind === 'signed-in'
  const pricing = useSite()?.shows_plans === true ? [PRICING] : []
  const pages = signedIn ? [...PAGES, ...pricing] : session.kind === 'signed-out' ? pricing : []
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-330 items-center gap-2 px-4 sm:h-16 sm:gap-4">
        <Link to="/" className="flex min-h-11 items-center gap-2 text-lead font-semibold">
          <Logo />
          <span className={signedIn ? 'max-md:sr-only' : undefined}>Bidwell</span>
        </Link>
        {pages.length > 0 && (
          <nav aria-label="Main" className={`h-full gap-1 ${signedIn ? 'hidden md:flex' : 'flex'}`}>
            {pages.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                aria-current={isWithin(pathname, to) ? 'page' : undefined}
                className="flex items-center border-b-3 px-3 font-semibold border-transparent text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
              >
                {label}
              </Link>
            ))}
          </nav>
        )}
        <div className="ml-auto flex items-center gap-2 sm:gap-4">
          {signedIn && !isPublicPath(pathname) && <IntegrationBadge />}
          {signedIn && (
            <Suspense>
              <SiteClock />
            </Suspense>
          )}
          {signedIn && (
            // Keeps the place of the buttons.
            <Suspense fallback={<span className="h-11 w-11 md:w-26" />}>
              <AccountTools user={session.user} />
            </Suspense>
          )}
          {session.kind === 'signed-out' && (
            <>
              <Button variant="quiet" size="dense" onClick={() => openAuthDialog('login')}>
                Sign in
              </Button>
              <Button
                variant="primary"
                size="dense"
                className="max-sm:hidden"
                onClick={() => openAuthDialog('register')}
              >
                Create an account
              </Button>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
