import { useQuery } from '@tanstack/react-query'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { siteQuery } from '../api/site-query.ts'
import { StartTrialButton } from '../plans/trial/StartTrialButton.tsx'
import { guardedPageName } from '../session/guarded-pages.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/class-names.ts'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** Replaces a page that requires signing in, until the user signs in. */
export function SignInGate({ pathname }: { pathname: string }) {
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
