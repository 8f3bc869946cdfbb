import { api, messages, type NewSession, type PendingSignIn } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError, toastInfo, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { setPendingTerms } from './google-state.ts'

export type GoogleOutcomes = {
  onSignedIn: (session: NewSession) => void
  onSecondFactor: (pending: PendingSignIn) => void
  /** The sign-in waits until the terms are accepted. */
  onTermsNeeded: () => void
}

/** Signs in with an ID token of Google. */
export function useGoogleSignIn({ onSignedIn, onSecondFactor, onTermsNeeded }: GoogleOutcomes) {
  return useMutation({
    mutationFn: (token: string) => call(api.googleAuth, { body: { token } }),
    onSuccess: (reply) => {
      if (reply.needsTermsAcceptance) {
        setPendingTerms({ token: reply.token, email: reply.user.email })
        toastInfo(messages.google.termsNeeded)
        onTermsNeeded()
        return
      }
      toastSuccess(messages.google.signedIn)
      onSignedIn(reply)
    },
    onError: (error) => {
      if (isApiError(error) && error.pendingSignIn !== null) onSecondFactor(error.pendingSignIn)
      else toastError(messages.google.notSignedIn, { id: 'login-failed' })
    },
  })
}
