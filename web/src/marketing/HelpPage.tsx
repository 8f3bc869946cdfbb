import { Suspense, useState } from 'react'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { useGoogleSettings } from '../account/google/google-settings-query.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { Bookmarklet } from './Bookmarklet.tsx'
import { OperatorContact } from './OperatorContact.tsx'
import { TextPage, TextSection } from './TextPage.tsx'

const ConnectionCheck = lazyPart(async () => (await import('../diagnostics/ConnectionCheck.tsx')).ConnectionCheck)

/** `/help`: how to get back into an account, and whom to ask. */
export function HelpPage() {
  const [checking, setChecking] = useState(false)
  const hasGoogle = useGoogleSettings() !== null
  return (
    <TextPage
      title="Help"
      intro="How to get back into your account, and whom to ask. Your scheduled bids go on while you are signed out."
    >
      <TextSection title="You forgot your password">
        <p>
          Ask for a link by email and choose a new password with it. The link works once, within one hour. A new
          password signs out all your devices.
        </p>
        <Button onClick={() => openAuthDialog('forgotPassword')}>Reset your password</Button>
        <p className="text-ink-2">
          No mail? Look among your spam, and check that the address is the one you registered.
        </p>
      </TextSection>
      <TextSection title="Your account is locked">
        <p>
          Four wrong passwords within 15 minutes lock the sign-in for 15 minutes. If it happens again within a week, the
          lock lasts longer, up to a day.
        </p>
        <p>
          You do not have to wait: resetting your password lifts the lock, and a passkey
          {hasGoogle && ' or Google'} still signs you in. So does your password in another browser that you have signed
          in with before.
        </p>
      </TextSection>
      <TextSection title="You lost your phone or your passkey">
        <p>
          Sign in, choose “Use a recovery code”, and type one of the codes that you kept. Then set up the new phone
          under Settings, Security.
        </p>
        <p>
          Without a recovery code there is no way around the second factor: resetting the password does not skip it, and
          the operator has no key to your account.
        </p>
      </TextSection>
      <TextSection title="Somebody else was in your account">
        <p>
          Reset your password at once: that signs out everybody. If the email address of your account was changed, open
          the link in the mail that we sent to your earlier address. It returns the account to you for seven days, if
          that address was verified.
        </p>
      </TextSection>
      <TextSection title="Track an item from its own page">
        <Bookmarklet />
      </TextSection>
      <TextSection title="Whom to ask">
        <OperatorContact />
      </TextSection>
      <TextSection title="Something does not load">
        <p>
          The check shows what your browser reaches, how exact its clock is, and the numbers of failed requests, for you
          to copy and send along. It contains nothing secret.
        </p>
        {checking ? (
          <PartBoundary part="The check">
            <Suspense>
              <ConnectionCheck />
            </Suspense>
          </PartBoundary>
        ) : (
          <Button onClick={() => setChecking(true)}>Check the connection</Button>
        )}
      </TextSection>
    </TextPage>
  )
}
