import { messages, type NewSession, type PendingSignIn, type SignedInUser } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import type { RefCallback } from 'react'
import { useForm } from 'react-hook-form'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { EmailField } from '../EmailField.tsx'
import { PasskeySignIn } from '../factor/PasskeySignIn.tsx'
import { GoogleSection } from '../google/GoogleSection.tsx'
import { AccountPasswordField } from '../password/AccountPasswordField.tsx'
import { signIn } from '../sign-in/sign-in.ts'
import { TryAgainIn, useRetrySeconds } from '../TryAgainIn.tsx'

type SignInAgainProps = {
  user: SignedInUser
  /** Whether the session that has ended was a remembered one. */
  remember: boolean
  passwordRef: RefCallback<HTMLInputElement>
  onSignedIn: (session: NewSession) => void
  onSecondFactor: (pending: PendingSignIn) => void
  onTermsNeeded: () => void
  onSignOut: () => void
}

type Typed = { email: string; password: string }

/** The first step of signing in again: the password, a passkey or Google. */
export function SignInAgain(props: SignInAgainProps) {
  const { user, remember, passwordRef, onSignedIn, onSecondFactor, onTermsNeeded, onSignOut } = props
  const form = useForm({ defaultValues: { email: user.email, password: '' } })
  const passwordField = form.register('password')
  const attempt = useMutation({
    mutationFn: async ({ email, password }: Typed) => {
      if (email.trim() === '' || password === '') throw new Error(messages.sessionExpired.bothRequired)
      return signIn({ email, password, remember })
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (isApiError(error) && error.pendingSignIn !== null) onSecondFactor(error.pendingSignIn)
    },
  })

  const waitSeconds = useRetrySeconds(attempt.error)

  return (
    <>
      <GoogleSection mode="login" {...{ onSignedIn, onSecondFactor, onTermsNeeded }} />
      <Form name="sign-in-again" onSubmit={form.handleSubmit((typed) => attempt.mutate(typed))}>
        <EmailField {...form.register('email')} />
        <AccountPasswordField
          label="Password"
          autoComplete="current-password"
          error={attempt.isError ? errorTextOf(attempt.error) : undefined}
          {...passwordField}
          ref={(input) => {
            passwordField.ref(input)
            passwordRef(input)
          }}
        />
        <PasskeySignIn remember={() => remember} onSignedIn={onSignedIn} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onSignOut}>Sign out</Button>
          <Button
            type="submit"
            variant="primary"
            busy={attempt.isPending}
            whyNot={waitSeconds > 0 ? messageOf(attempt.error) : null}
          >
            Sign in
          </Button>
        </div>
        {waitSeconds > 0 && <TryAgainIn seconds={waitSeconds} />}
      </Form>
    </>
  )
}

const errorTextOf = (error: unknown): string =>
  isApiError(error) && error.status === 401 ? messages.sessionExpired.wrongCredentials : messageOf(error)
