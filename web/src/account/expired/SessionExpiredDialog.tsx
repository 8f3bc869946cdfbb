import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { claimsOf, storeToken, type User } from '../../api/session-token.ts'
import { clearSnapshot } from '../../session/clear-snapshot.ts'
import { saveSnapshot } from '../../session/recovery-snapshot.ts'
import { setReloginFlag } from '../../session/relogin-flag.ts'
import { signOut } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { EmailField } from '../email/EmailField.tsx'
import { logIn } from '../login/log-in.ts'
import { AccountPasswordField } from '../password/AccountPasswordField.tsx'

/** Asks the user to sign in again while the page stays as it is. Closing the dialog signs out. */
export function SessionExpiredDialog({ user, remember }: { user: User; remember: boolean }) {
  // On the first render, while the page's fields still have the typed values.
  const [{ actionContext }] = useState(saveSnapshot)
  const { tone, message } = messages.sessionExpired.byAction[actionContext.action]
  const passwordInput = useRef<HTMLInputElement | null>(null)
  const form = useForm({ defaultValues: { email: user.email, password: '' } })
  const passwordField = form.register('password')

  const signIn = useMutation({
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      if (email.trim() === '' || password === '') throw new Error(messages.sessionExpired.bothRequired)
      return logIn({ email, password, remember })
    },
    networkMode: 'always',
    onSuccess: (token) => {
      storeToken(token)
      // The typed values belong to the previous user.
      if (claimsOf(token)?.sub !== user.id) clearSnapshot()
      setReloginFlag()
      window.location.reload()
    },
  })

  return (
    <Dialog ignoreOutsideClicks onClose={abandon} title={messages.session.loginRequired} initialFocus={passwordInput}>
      <div className="flex flex-col gap-3">
        <Banner tone="success" icon={ShieldCheck}>
          {messages.session.bidsAreSafe}
        </Banner>
        <Banner tone={tone === 'error' ? 'danger' : 'warning'} icon={TriangleAlert}>
          {message}
        </Banner>
      </div>
      <form
        name="sign-in-again"
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit((input) => signIn.mutate(input))(event)}
      >
        <EmailField {...form.register('email')} />
        <AccountPasswordField
          label="Password"
          autoComplete="current-password"
          error={signIn.isError ? errorTextOf(signIn.error) : undefined}
          {...passwordField}
          ref={(input) => {
            passwordField.ref(input)
            passwordInput.current = input
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={abandon}>Sign out</Button>
          <Button type="submit" variant="primary" busy={signIn.isPending}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function abandon() {
  clearSnapshot()
  signOut()
}

const errorTextOf = (error: unknown): string =>
  isApiError(error) && error.status === 401 ? messages.sessionExpired.wrongCredentials : messageOf(error)
