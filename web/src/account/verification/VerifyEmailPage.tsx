import { cleanEmail } from '@bidwell/contract'
import { useSearchParams } from 'react-router'
import { useSession } from '../../session/session.ts'
import { Card } from '../../ui/Card.tsx'
import { AwaitVerification } from './AwaitVerification.tsx'
import { VerifyByLink } from './VerifyByLink.tsx'

/** `/verify-email` and `/email-verification`: with a token where the link of the mail leads, without one the wait for it. */
function VerifyEmailPage() {
  const [params] = useSearchParams()
  const session = useSession()
  const token = params.get('token')
  const user = session.kind === 'signed-in' ? session.user : null
  const email = cleanEmail(params.get('email') ?? '') || user?.email || ''
  return (
    <Card className="mx-auto mt-4 flex w-full max-w-lg flex-col gap-4 p-6 sm:mt-12 sm:p-8">
      {token === null ? (
        <AwaitVerification
          key={email}
          email={email}
          isVerified={user?.emailVerified === true && user.email === email}
        />
      ) : (
        <VerifyByLink token={token} email={email} />
      )}
    </Card>
  )
}

export { VerifyEmailPage as Component }
