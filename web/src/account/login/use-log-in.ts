import type { NewSession, PendingSignIn } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { deviceClock } from '../../time/device-clock.ts'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { trackFailedLogin } from '../login-trail.ts'
import { logIn } from './log-in.ts'
import { currentAttempts, storeAttempts } from './login-attempt-store.ts'
import { afterFailure, failureToast, loginFailureOf } from './login-attempts.ts'

type LogInOptions = {
  onSignedIn: (session: NewSession) => void
  /** The password was right, and the account asks for a second factor. */
  onSecondFactor: (pending: PendingSignIn) => void
  onFailed: () => void
}

/** Logs in, counts failed attempts, and reports each failure in a toast. */
export function useLogIn({ onSignedIn, onSecondFactor, onFailed }: LogInOptions) {
  return useMutation({
    mutationFn: logIn,
    // Without a network the call must fail at once; by default TanStack Query would wait for the network.
    networkMode: 'always',
    onSuccess: onSignedIn,
    onError: (error, { email }) => {
      if (isApiError(error) && error.pendingSignIn !== null) {
        onSecondFactor(error.pendingSignIn)
        return
      }
      const failure = loginFailureOf(error)
      const attempts = afterFailure(currentAttempts(), failure, deviceClock.now())
      storeAttempts(attempts)
      trackFailedLogin({ email, type: failure.type, attempts: attempts.failures })
      const { text, persistent } = failureToast(attempts, failure)
      toastError(text, { id: 'login-failed', persistent })
      onFailed()
    },
  })
}
