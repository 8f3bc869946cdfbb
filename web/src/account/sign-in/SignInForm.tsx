import { messages, type NewSession, type PendingSignIn } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { isApiError } from '../../api/api-error.ts'
import { deviceClock } from '../../time/device-clock.ts'
import { useSecondsUntil } from '../../time/use-seconds-until.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { dismiss, toastError } from '../../ui/overlays/toasts.tsx'
import { EmailField } from '../EmailField.tsx'
import { PasskeySignIn } from '../factor/PasskeySignIn.tsx'
import { googleSection } from '../google/google-state.ts'
import { AccountPasswordField } from '../password/AccountPasswordField.tsx'
import { trackFailedSignIn, trackRecovery } from '../sign-in-trail.ts'
import { TryAgainIn } from '../TryAgainIn.tsx'
import { FailurePanel } from './FailurePanel.tsx'
import { clearAttempts, currentAttempts, storeAttempts, useAttempts } from './sign-in-attempt-store.ts'
import { afterFailure, failureToast, signInFailureOf } from './sign-in-attempts.ts'
import { signIn } from './sign-in.ts'

type SignInFormProps = {
  /** The address typed in another form of the dialog. */
  email: string
  onSignedIn: (session: NewSession) => void
  onSecondFactor: (pending: PendingSignIn) => void
  onForgotPassword: (email: string) => void
}

export function SignInForm({ email, onSignedIn, onSecondFactor, onForgotPassword }: SignInFormProps) {
  const lockoutSeconds = useLockoutSeconds()
  const google = googleSection.use()
  const form = useForm({ defaultValues: { email, password: '', remember: true } })
  const { errors } = form.formState
  const signIn = useSignIn({ onSignedIn, onSecondFactor, onFailed: () => form.setFocus('password') })
  const forgot = () => {
    dismiss('login-failed')
    onForgotPassword(form.getValues('email'))
  }

  return (
    <Form
      name="login"
      onSubmit={form.handleSubmit(
        (input) => {
          dismiss('field-required')
          signIn.mutate(input)
        },
        (faults) => {
          const [first] = [faults.email, faults.password].flatMap((fault) => fault?.message ?? [])
          if (first !== undefined) toastError(first, { id: 'field-required' })
        },
      )}
    >
      <FailurePanel
        error={signIn.error}
        isLocked={lockoutSeconds > 0}
        onGoogle={
          google &&
          (() => {
            trackRecovery('google_oauth')
            google.focus()
          })
        }
        onReset={() => {
          trackRecovery('password_reset')
          forgot()
        }}
        onSupport={() => trackRecovery('contact_support')}
      />
      <EmailField
        error={errors.email?.message}
        {...form.register('email', { required: messages.generic.fieldRequired('Email') })}
      />
      <AccountPasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: messages.generic.fieldRequired('Password') })}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <Checkbox label="Keep me signed in for 30 days" {...form.register('remember')} />
        <Button variant="quiet" size="dense" className="-mx-3" onClick={forgot}>
          Forgot your password?
        </Button>
      </div>
      <Button
        type="submit"
        variant="primary"
        busy={signIn.isPending}
        whyNot={lockoutSeconds > 0 ? messages.signIn.locked : null}
      >
        Sign in
      </Button>
      {lockoutSeconds > 0 && <TryAgainIn seconds={lockoutSeconds} />}
      <PasskeySignIn remember={() => form.getValues('remember')} onSignedIn={onSignedIn} />
    </Form>
  )
}

/** The seconds until the sign-in form unlocks, counting down; 0 when it is not locked. */
function useLockoutSeconds(): number {
  const { lockedUntil } = useAttempts()
  const remaining = useSecondsUntil(lockedUntil)
  useEffect(() => {
    if (lockedUntil !== null && remaining === 0) clearAttempts()
  }, [lockedUntil, remaining])
  return remaining
}

type SignInOptions = {
  onSignedIn: (session: NewSession) => void
  /** The password was right, and the account asks for a second factor. */
  onSecondFactor: (pending: PendingSignIn) => void
  onFailed: () => void
}

/** Logs in, counts failed attempts, and reports each failure in a toast. */
function useSignIn({ onSignedIn, onSecondFactor, onFailed }: SignInOptions) {
  return useMutation({
    mutationFn: signIn,
    onSuccess: onSignedIn,
    onError: (error, { email }) => {
      if (isApiError(error) && error.pendingSignIn !== null) {
        onSecondFactor(error.pendingSignIn)
        return
      }
      const failure = signInFailureOf(error)
      const attempts = afterFailure(currentAttempts(), failure, deviceClock.now())
      storeAttempts(attempts)
      trackFailedSignIn({ email, type: failure.type, attempts: attempts.failures })
      const { text, persistent } = failureToast(attempts, failure)
      toastError(text, { id: 'login-failed', persistent })
      onFailed()
    },
  })
}
