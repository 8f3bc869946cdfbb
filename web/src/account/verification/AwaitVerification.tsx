import { messages } from '@bidwell/contract'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { MailboxNote } from '../MailboxNote.tsx'
import { ResendVerification } from './ResendVerification.tsx'
import { GoOn, Verified } from './Verified.tsx'

type AwaitVerificationProps = {
  /** Empty when neither the page's address nor a session tells it. */
  email: string
  /** A link opened in another tab of this browser verifies the user here too. */
  isVerified: boolean
}

/** Asks the user to open the link in the mail, and offers to send it again. */
export function AwaitVerification({ email, isVerified }: AwaitVerificationProps) {
  if (isVerified) return <Verified title="Your email is verified" email={email} />
  return (
    <>
      <PageTitle>{email === '' ? 'Verify your email address' : 'Check your email'}</PageTitle>
      <p className="wrap-anywhere text-ink-2">
        {email === ''
          ? 'We can send you a link that verifies your address.'
          : messages.account.verificationLinkFor(email)}
      </p>
      <MailboxNote />
      <GoOn />
      <div className="flex flex-col gap-4 border-t border-line pt-4">
        {email !== '' && (
          <p className="text-ink-2">Nothing there? Look among your spam, or have the link sent again.</p>
        )}
        <ResendVerification email={email} />
      </div>
    </>
  )
}
