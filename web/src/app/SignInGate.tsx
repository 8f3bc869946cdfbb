import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { guardedPageName } from '../session/guarded-pages.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** Replaces a page that requires signing in, until the user signs in. */
export const SignInGate = ({ pathname }: { pathname: string }) => (
  <Card className="mx-auto mt-8 flex max-w-md flex-col gap-4 p-6 sm:mt-16 sm:p-8">
    <PageTitle>Sign in to see {guardedPageName(pathname) ?? 'this page'}</PageTitle>
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
