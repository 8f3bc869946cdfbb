import { useSession } from '../../session/session.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { openAuthDialog } from '../dialog/open-auth-dialog.ts'

/** The way on: to the dashboard, or to the sign-in. */
export function GoOn() {
  const session = useSession()
  if (session.kind === 'signed-in') {
    return (
      <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
        Go to your auctions
      </Link>
    )
  }
  return (
    <Button variant="primary" onClick={() => openAuthDialog('login')}>
      Sign in
    </Button>
  )
}
