import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CircleCheck } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { openAuthDialog } from '../dialog/open-auth-dialog.ts'

/** Says that an address is verified. */
export const Verified = ({ title, email }: { title: string; email: string }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <Banner tone="success" icon={CircleCheck}>
      <span className="wrap-anywhere">{email} is yours, and Bidwell can write to you there.</span>
    </Banner>
    <Continue />
  </>
)

/** The way on: to the dashboard, or to the sign-in. */
export function Continue() {
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
