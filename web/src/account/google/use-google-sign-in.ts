import { googleAuth, messages, type PendingSignIn } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError, toastInfo, toastSuccess } from '../../ui/toasts/toasts.tsx'
import { setPendingTerms } from './pending-terms.ts'

export type GoogleOutcomes = {
  onSignedIn: (token: string) => void
  onSecondFactor: (pending: PendingSignIn) => void
  /** The sign-in waits until the terms are accepted. */
  onTermsNeeded: () => void
}

/** Signs in with an ID token of Google. */
export function useGoogleSignIn({ onSignedIn, onSecondFactor, onTermsNeeded }: GoogleOutcomes) {
  return useMutation({
    mutationFn: (token: string) => call(googleAuth, { body: { token } }),
    networkMode: 'always',
    onSuccess: ({ token, needsTermsAcceptance, user }) => {
      if (needsTermsAcceptance) {
        setPendingTerms({ token, email: user.email })
        toastInfo(messages.google.termsNeeded)
        onTermsNeeded()
        return
      }
      toastSuccess(messages.google.signedIn)
      onSignedIn(token)
    },
    onError: (error) => {
      if (isApiError(error) && error.pendingSignIn !== null) onSecondFactor(error.pendingSignIn)
      else toastError(messages.google.notSignedIn, { id: 'login-failed' })
    },
  })
}
