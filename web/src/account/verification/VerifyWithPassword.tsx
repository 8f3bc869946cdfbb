import { api, messages } from '@bidwell/contract'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { signIn, signOut } from '../../session/session.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { NewPasswordForm } from '../password/NewPasswordForm.tsx'
import { clearAttempts } from '../sign-in/sign-in-attempt-store.ts'

type VerifyWithPasswordProps = {
  token: string
  onLinkRefused: (reason: string) => void
  onVerified: (email: string) => void
}

/** Verifies an address in a browser that did not register it, by a new password, and signs in. */
export const VerifyWithPassword = ({ token, onLinkRefused, onVerified }: VerifyWithPasswordProps) => (
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
