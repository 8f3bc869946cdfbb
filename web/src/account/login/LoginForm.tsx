import { messages } from '@bidwell/contract'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAttempts } from './login-attempt-store.ts'
import { loginFailureOf, panelTitle } from './login-attempts.ts'
import { PasswordField } from '../password/PasswordField.tsx'
import { useLockoutSeconds } from './use-lockout-seconds.ts'
import { useLogIn } from './use-log-in.ts'

type LoginFormProps = { onSignedIn: (token: string) => void }

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const lockoutSeconds = useLockoutSeconds()
  const form = useForm({ defaultValues: { email: '', password: '', remember: true } })
  const { errors } = form.formState
  const logIn = useLogIn({ onSignedIn, onFailed: () => form.setFocus('password') })

  return (
    <form
      name="login"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit((input) => logIn.mutate(input))(event)}
    >
      <LoginErrorBanner isLocked={lockoutSeconds > 0} error={logIn.error} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { required: messages.generic.fieldRequired('Email') })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: messages.generic.fieldRequired('Password') })}
      />
      <Checkbox label="Keep me signed in for 30 days" {...form.register('remember')} />
      <Button
        type="submit"
        variant="primary"
        busy={logIn.isPending}
        whyNot={lockoutSeconds > 0 ? messages.login.locked : null}
      >
        Sign in
      </Button>
      {lockoutSeconds > 0 && (
        <p className="text-center text-small text-ink-2">
          You can try again in{' '}
          <span role="timer" className="tabular font-semibold text-ink">
            {minutesAndSeconds(lockoutSeconds)}
          </span>
        </p>
      )}
    </form>
  )
}

function LoginErrorBanner({ isLocked, error }: { isLocked: boolean; error: Error | null }) {
  const attempts = useAttempts()
  if (isLocked) {
    return <ErrorBanner title={messages.login.panel.locked}>{messages.login.locked}</ErrorBanner>
  }
  if (error === null) return null
  const failure = loginFailureOf(error)
  const title = panelTitle({ ...attempts, lockedUntil: null }, failure)
  return <ErrorBanner title={title}>{failure.message}</ErrorBanner>
}

/** `14:05` */
const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
