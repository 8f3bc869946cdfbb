import { login, messages, normalizeEmail } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordField } from './PasswordField.tsx'
import { sanitizePassword } from './sanitize-password.ts'
import { isApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { claimsOf, storeToken, type User } from '../api/session-token.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { clearSnapshot } from '../session/clear-snapshot.ts'
import { saveSnapshot } from '../session/recovery-snapshot.ts'
import { setReloginFlag } from '../session/relogin-flag.ts'
import { signOut } from '../session/session.ts'

/** Asks to sign in again over the page as it was left. Leaving it signs out. */
export function SessionExpiredDialog({ user }: { user: User }) {
  // Taken while the page's fields are still as they were.
  const [{ actionContext }] = useState(saveSnapshot)
  const { tone, says } = messages.sessionExpired.byAction[actionContext.action]
  const password = useRef<HTMLInputElement | null>(null)
  const form = useForm({ defaultValues: { email: user.email, password: '' } })
  const passwordField = form.register('password')

  const signIn = useMutation({
    mutationFn: async (typed: { email: string; password: string }) => {
      if (typed.email.trim() === '' || typed.password === '') throw new Error(messages.sessionExpired.needBoth)
      const body = { email: normalizeEmail(typed.email), password: sanitizePassword(typed.password), remember_me: true }
      return (await call(login, { body })).token
    },
    networkMode: 'always',
    onSuccess: (token) => {
      storeToken(token)
      // Somebody else's typing must not turn up in this user's forms.
      if (claimsOf(token)?.sub !== user.id) clearSnapshot()
      setReloginFlag()
      window.location.reload()
    },
  })

  return (
    <Dialog ignoreOutsideClicks onClose={leave} title={messages.session.loginAgain} initialFocus={password}>
      <div className="flex flex-col gap-3">
        <Banner tone="success" icon={ShieldCheck}>
          {messages.session.bidsAreSafe}
        </Banner>
        <Banner tone={tone === 'error' ? 'danger' : 'warning'} icon={TriangleAlert}>
          {says}
        </Banner>
      </div>
      <form
        name="sign-in-again"
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit((typed) => signIn.mutate(typed))(event)}
      >
        <TextField label="Email" type="email" autoComplete="username" {...form.register('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={signIn.isError ? reasonOf(signIn.error) : undefined}
          {...passwordField}
          ref={(input) => {
            passwordField.ref(input)
            password.current = input
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={leave}>Sign out</Button>
          <Button type="submit" variant="primary" busy={signIn.isPending}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function leave() {
  clearSnapshot()
  signOut()
}

const reasonOf = (error: unknown): string =>
  isApiError(error) && error.status === 401 ? messages.sessionExpired.wrong : messageOf(error)
