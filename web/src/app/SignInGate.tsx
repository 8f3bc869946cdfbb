import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const PAGE_NAMES: readonly [path: string, name: string][] = [
  ['/dashboard', 'your auctions'],
  ['/add', 'your auctions'],
  ['/bid-history', 'your bid history'],
  ['/settings', 'your settings'],
]

const pageNameOf = (pathname: string): string =>
  PAGE_NAMES.find(([path]) => pathname.startsWith(path))?.[1] ?? 'this page'

/** Replaces a page that requires signing in, until the user signs in. */
export const SignInGate = ({ pathname }: { pathname: string }) => (
  <Card className="mx-auto mt-8 flex max-w-md flex-col gap-4 p-6 sm:mt-16 sm:p-8">
    <PageTitle>Sign in to see {pageNameOf(pathname)}</PageTitle>
    <p className="text-ink-2">You will come straight back to this page.</p>
    <Button variant="primary" onClick={() => openAuthDialog('login')}>
      Sign In
    </Button>
    <Button onClick={() => openAuthDialog('register')}>Create an account</Button>
    <p className="text-center text-small">
      <Link to="/" className="underline underline-offset-4">
        What Bidwell does
      </Link>
    </p>
  </Card>
)
