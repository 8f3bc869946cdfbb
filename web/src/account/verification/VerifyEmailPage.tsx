import { cleanEmail, messages } from '@bidwell/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../session/session.ts'
import { Card } from '../../ui/cards/Card.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { MailboxNote } from '../MailboxNote.tsx'
import { ResendVerification } from './ResendVerification.tsx'
import { Continue, Verified } from './Verified.tsx'
import { VerifyByCode } from './VerifyByCode.tsx'
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
          isOwn={user?.email === email}
          isVerified={user?.emailVerified === true && user.email === email}
        />
      ) : (
        <VerifyByLink token={token} email={email} />
      )}
    </Card>
  )
}

type AwaitVerificationProps = {
  /** Empty when neither the page's address nor a session tells it. */
  email: string
  /** The user who is signed in has this address. */
  isOwn: boolean
  /** A link opened in another tab of this browser verifies the user here too. */
  isVerified: boolean
}

/** Asks the user to open the link in the mail or to type its code, and offers to send both again. */
function AwaitVerification({ email, isOwn, isVerified }: AwaitVerificationProps) {
  const [isProven, setProven] = useState(false)
  if (isVerified || isProven) return <Verified title="Your email is verified" email={email} />
  return (
    <>
      <PageTitle>{email === '' ? 'Verify your email address' : 'Check your email'}</PageTitle>
      <p className="wrap-anywhere text-ink-2">
        {email === ''
          ? 'We can send you a link that verifies your address.'
          : (isOwn ? messages.account.verificationCodeFor : messages.account.verificationLinkFor)(email)}
      </p>
      <MailboxNote />
      {isOwn && <VerifyByCode onVerified={() => setProven(true)} />}
      <Continue />
      <div className="flex flex-col gap-4 border-t border-line pt-4">
        {email !== '' && (
          <p className="text-ink-2">Nothing there? Look among your spam, or have the link sent again.</p>
        )}
        <ResendVerification email={email} />
      </div>
    </>
  )
}

export { VerifyEmailPage as Component }
