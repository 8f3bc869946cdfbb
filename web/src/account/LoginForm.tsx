import { login, messages, normalizeEmail } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { toastError } from '../ui/toasts/toasts.tsx'
import { currentAttempts, clearAttempts, storeAttempts, useAttempts } from './login-attempt-store.ts'
import { afterFailure, failureToast, loginFailureOf, panelTitle } from './login-attempts.ts'
import { PasswordField } from './PasswordField.tsx'
import { sanitizePassword } from './sanitize-password.ts'
import { minutesAndSeconds, useLockoutSeconds } from './use-lockout-seconds.ts'
import { deviceClock } from '../time/device-clock.ts'

type LoginFormProps = { onSignedIn: (token: string) => void }

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const attempts = useAttempts()
  const lockLeft = useLockoutSeconds()
  const form = useForm({ defaultValues: { email: '', password: '', remember: true } })
  const { errors } = form.formState

  const signIn = useMutation({
    mutationFn: async ({ email, password, remember }: { email: string; password: string; remember: boolean }) => {
      const body = { email: normalizeEmail(email), password: sanitizePassword(password), remember_me: remember }
      return (await call(login, { body })).token
    },
    // Asked of the server even without a network, so that the failure is told rather than awaited.
    networkMode: 'always',
    onSuccess: (token) => {
      clearAttempts()
      onSignedIn(token)
    },
    onError: (error) => {
      const failure = loginFailureOf(error)
      const next = afterFailure(currentAttempts(), failure, deviceClock.now())
      storeAttempts(next)
      const { says, persistent } = failureToast(next, failure)
      toastError(says, { id: 'login-failed', persistent })
      form.setFocus('password')
    },
  })
  const failure = signIn.isError ? loginFailureOf(signIn.error) : null

  return (
    <form
      name="login"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit((typed) => signIn.mutate(typed))(event)}
    >
      {lockLeft > 0 ? (
        <Banner tone="danger" icon={TriangleAlert} role="alert" title={messages.login.panel.locked}>
          {messages.login.lockedForm}
        </Banner>
      ) : (
        failure && (
          <Banner
            tone="danger"
            icon={TriangleAlert}
            role="alert"
            title={panelTitle({ ...attempts, lockedUntil: null }, failure)}
          >
            {failure.says}
          </Banner>
        )
      )}
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
        busy={signIn.isPending}
        whyNot={lockLeft > 0 ? messages.login.lockedForm : null}
      >
        Sign in
      </Button>
      {lockLeft > 0 && (
        <p className="text-center text-small text-ink-2">
          You can try again in{' '}
          <span role="timer" className="tabular font-semibold text-ink">
            {minutesAndSeconds(lockLeft)}
          </span>
        </p>
      )}
    </form>
  )
}
