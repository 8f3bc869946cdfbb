import { messages, type NewSession, type PendingSignIn } from '@bidwell/contract'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useSecondsUntil } from '../../time/use-seconds-until.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { dismiss, toastError } from '../../ui/overlays/toasts.tsx'
import { EmailField } from '../EmailField.tsx'
import { PasskeySignIn } from '../factor/PasskeySignIn.tsx'
import { googleSection } from '../google/google-state.ts'
import { trackRecovery } from '../login-trail.ts'
import { AccountPasswordField } from '../password/AccountPasswordField.tsx'
import { TryAgainIn } from '../TryAgainIn.tsx'
import { FailurePanel } from './FailurePanel.tsx'
import { clearAttempts, useAttempts } from './login-attempt-store.ts'
import { useLogIn } from './use-log-in.ts'

type LoginFormProps = {
  /** The address typed in another form of the dialog. */
  email: string
  onSignedIn: (session: NewSession) => void
  onSecondFactor: (pending: PendingSignIn) => void
  onForgotPassword: (email: string) => void
}

export function LoginForm({ email, onSignedIn, onSecondFactor, onForgotPassword }: LoginFormProps) {
  const lockoutSeconds = useLockoutSeconds()
  const google = googleSection.use()
  const form = useForm({ defaultValues: { email, password: '', remember: true } })
  const { errors } = form.formState
  const logIn = useLogIn({ onSignedIn, onSecondFactor, onFailed: () => form.setFocus('password') })
  const forgot = () => {
    dismiss('login-failed')
    onForgotPassword(form.getValues('email'))
  }

  return (
    <form
      name="login"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) =>
        void form.handleSubmit(
          (input) => {
            dismiss('field-required')
            logIn.mutate(input)
          },
          (faults) => {
            const [first] = [faults.email, faults.password].flatMap((fault) => fault?.message ?? [])
            if (first !== undefined) toastError(first, { id: 'field-required' })
          },
        )(event)
      }
    >
      <FailurePanel
        error={logIn.error}
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
        <Checkbox
          label="Keep me signed in for 30 days"
          hint="Two weeks without a visit sign you out."
          {...form.register('remember')}
        />
        <Button variant="quiet" size="dense" className="-mx-3" onClick={forgot}>
          Forgot your password?
        </Button>
      </div>
      <Button
        type="submit"
        variant="primary"
        busy={logIn.isPending}
        whyNot={lockoutSeconds > 0 ? messages.login.locked : null}
      >
        Sign in
      </Button>
      {lockoutSeconds > 0 && <TryAgainIn seconds={lockoutSeconds} />}
      <PasskeySignIn remember={() => form.getValues('remember')} onSignedIn={onSignedIn} />
    </form>
  )
}

/** The seconds until the login form unlocks, counting down; 0 when it is not locked. */
function useLockoutSeconds(): number {
  const { lockedUntil } = useAttempts()
  const remaining = useSecondsUntil(lockedUntil)
  useEffect(() => {
    if (lockedUntil !== null && remaining === 0) clearAttempts()
  }, [lockedUntil, remaining])
  return remaining
}
