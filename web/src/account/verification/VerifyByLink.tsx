import { api, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { signIn, signOut } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link2Off } from '../../ui/icons.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { isLinkRefused, LinkNotChecked } from '../CheckingLink.tsx'
import { MailboxNote } from '../MailboxNote.tsx'
import { NewPasswordForm } from '../password/NewPasswordForm.tsx'
import { clearAttempts } from '../sign-in/sign-in-attempt-store.ts'
import { readVerifiedSession } from './read-verified-session.ts'
import { ResendVerification } from './ResendVerification.tsx'
import { Verified } from './Verified.tsx'

/**
 * Verifies an address by the token of a mailed link when the user presses the button: programs that check mails open links
 * and run their pages. Says what to do when the link does not work.
 */
export function VerifyByLink({ token, email }: { token: string; email: string }) {
  const [done, setDone] = useState<{ title: string; email: string } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const verification = useMutation({
    mutationFn: async () => {
      const { message, data } = await call(api.verifyEmail, { query: { token } })
      await readVerifiedSession()
      return { title: message ?? messages.mailLink.verified, email: data.email }
    },
    onSuccess: setDone,
  })
  const { error } = verification

  if (done !== null) return <Verified {...done} />
  if (refusal !== null) return <LinkRefused reason={refusal} email={email} />
  // Without a live session, the browser is not the one that registered.
  if (isApiError(error) && (error.code === 'new_password_needed' || error.status === 401)) {
    return (
      <VerifyWithPassword
        token={token}
        onLinkRefused={setRefusal}
        onVerified={(address) => setDone({ title: messages.mailLink.verified, email: address })}
      />
    )
  }
  if (isLinkRefused(error)) {
    const reason = error.code === 'unreadable' ? messages.mailLink.verificationLinkInvalid : error.message
    return <LinkRefused reason={reason} email={email} />
  }
  if (error !== null) {
    return (
      <LinkNotChecked
        Heading={PageTitle}
        error={error}
        busy={verification.isPending}
        onRetry={() => verification.mutate()}
      />
    )
  }
  return (
    <>
      <PageTitle>Confirm your email address</PageTitle>
      <p className="text-ink-2">You opened the link of a mail from Bidwell. Did you ask for it?</p>
      <Button variant="primary" busy={verification.isPending} onClick={() => verification.mutate()}>
        Confirm this address
      </Button>
    </>
  )
}

const LinkRefused = ({ reason, email }: { reason: string; email: string }) => (
  <>
    <PageTitle>This link does not work</PageTitle>
    <Banner tone="warning" icon={Link2Off} role="alert" title={messages.account.verificationFailed}>
      {reason}
    </Banner>
    <ResendVerification email={email} />
    <MailboxNote />
  </>
)

type VerifyWithPasswordProps = {
  token: string
  onLinkRefused: (reason: string) => void
  onVerified: (email: string) => void
}

/** Verifies an address in a browser that did not register it, by a new password, and signs in. */
const VerifyWithPassword = ({ token, onLinkRefused, onVerified }: VerifyWithPasswordProps) => (
  <>
    <PageTitle>Choose a password</PageTitle>
    <p>{messages.mailLink.newPasswordNeeded}</p>
    <p className="text-ink-2">
      Somebody else may have registered it. The new password makes the account yours: all other devices are signed out,
      and a site login and scheduled bids that were added elsewhere are removed. If you registered in another browser,
      you can open the link there instead.
    </p>
    <NewPasswordForm
      submitLabel="Continue"
      failedTitle={messages.account.verificationFailed}
      save={async (fields) => {
        const { token: session, data } = await call(api.verifyWithPassword, { body: { token, ...fields } })
        // Another user may be signed in here.
        signOut()
        signIn(session)
        clearAttempts()
        onVerified(data.profile.email)
      }}
      onFailed={(error) => {
        if (isApiError(error, 'link_invalid')) onLinkRefused(error.message)
      }}
      onDone={() => {}}
    />
  </>
)
