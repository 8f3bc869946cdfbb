import { login, normalizeEmail } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { deviceClock } from '../time/device-clock.ts'
import { toastError } from '../ui/toasts/toasts.tsx'
import { clearAttempts, currentAttempts, storeAttempts } from './login-attempt-store.ts'
import { afterFailure, failureToast, loginFailureOf } from './login-attempts.ts'
import { sanitizePassword } from './sanitize-password.ts'

type Credentials = { email: string; password: string; remember: boolean }

/** Logs in, counts failed attempts, and reports each failure in a toast. */
export function useLogIn({ onSignedIn, onFailed }: { onSignedIn: (token: string) => void; onFailed: () => void }) {
  return useMutation({
    mutationFn: async ({ email, password, remember }: Credentials) => {
      const body = { email: normalizeEmail(email), password: sanitizePassword(password), remember_me: remember }
      return (await call(login, { body })).token
    },
    // Without a network the call must fail at once; by default TanStack Query would wait for the network.
    networkMode: 'always',
    onSuccess: (token) => {
      clearAttempts()
      onSignedIn(token)
    },
    onError: (error) => {
      const failure = loginFailureOf(error)
      const attempts = afterFailure(currentAttempts(), failure, deviceClock.now())
      storeAttempts(attempts)
      const { text, persistent } = failureToast(attempts, failure)
      toastError(text, { id: 'login-failed', persistent })
      onFailed()
    },
  })
}
