import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Outlet, useLocation } from 'react-router'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { profileQuery } from '../account/profile-query.ts'
import { siteQuery } from '../api/installation-queries.ts'
import { StartTrialButton } from '../plans/StartTrialButton.tsx'
import { guardedPageName } from '../session/pages.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { classNames } from '../ui/class-names.ts'
import { Link } from '../ui/Link.tsx'
import { PageLoading } from '../ui/loading/placeholders.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** Shows its pages to signed-in users only. */
export function RequireSignIn() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.kind === 'signed-out') return <SignInGate pathname={pathname} />
  return (
    // The key discards the page's state when another user signs in.
    <Fragment key={session.user.id}>
      <Outlet />
    </Fragment>
  )
}

/** Shows its pages, which are about plans, only where this installation has plans. */
export function PlansOnly() {
  const site = useQuery(siteQuery)
  if (site.isPending) return <PageLoading />
  return site.data?.shows_plans === false ? <NotFoundPage /> : <Outlet />
}

/** Shows its pages to the administrator only. To all others they do not exist. */
export function AdminOnly() {
  const session = useSession()
  const isSignedIn = session.kind === 'signed-in'
  const profile = useQuery({ ...profileQuery, enabled: isSignedIn })
  if (isSignedIn && profile.isPending) return <PageLoading />
  return isSignedIn && profile.data?.is_admin === true ? <Outlet /> : <NotFoundPage />
}

/** Replaces a page that requires signing in, until the user signs in. */
function SignInGate({ pathname }: { pathname: string }) {
  const site = useQuery(siteQuery)
  return (
    <Card className="mx-auto mt-8 flex max-w-md flex-col gap-4 p-6 sm:mt-16 sm:p-8">
      <PageTitle>Sign in to see {guardedPageName(pathname) ?? 'this page'}</PageTitle>
      <p className="text-ink-2">You will come straight back to this page.</p>
      <Button variant="primary" onClick={() => openAuthDialog('login')}>
        Sign In
      </Button>
      <StartTrialButton />
      {/* Unseen until it is known whether there are prices, so that no link moves. */}
      <nav
        aria-label="More"
        className={classNames('flex justify-center gap-x-2 text-small', site.isLoading && 'invisible')}
      >
        <GateLink to="/">Home</GateLink>
        <GateLink to="/features">Features</GateLink>
        {site.data?.shows_plans && <GateLink to="/pricing">Pricing</GateLink>}
      </nav>
    </Card>
  )
}

const GateLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="flex min-h-11 items-center px-2 underline underline-offset-4">
    {children}
  </Link>
)
