import { useMutation } from '@tanstack/react-query'
import { deviceClock } from '../../time/device-clock.ts'
import { toastError } from '../../ui/toasts/toasts.tsx'
import { logIn } from './log-in.ts'
import { clearAttempts, currentAttempts, storeAttempts } from './login-attempt-store.ts'
import { afterFailure, failureToast, loginFailureOf } from './login-attempts.ts'

/** Logs in, counts failed attempts, and reports each failure in a toast. */
export function useLogIn({ onSignedIn, onFailed }: { onSignedIn: (token: string) => void; onFailed: () => void }) {
  return useMutation({
    mutationFn: logIn,
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
