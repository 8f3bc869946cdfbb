import { ACCOUNT, api, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { Info } from '../../ui/icons.tsx'
import { toastError, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { TermsLabel } from '../RegisterForm.tsx'
import { type PendingTerms, usePendingTerms } from './google-state.ts'
import type { GoogleOutcomes } from './use-google-sign-in.ts'

type GoogleTermsProps = Pick<GoogleOutcomes, 'onSignedIn' | 'onSecondFactor'>

/** The form that accepts the terms, for a Google sign-in that waits for them. A reload of the page drops the sign-in. */
export function GoogleTerms(outcomes: GoogleTermsProps) {
  const pending = usePendingTerms()
  if (pending !== null) return <TermsForm pending={pending} {...outcomes} />
  return (
    <Banner tone="neutral" icon={Info}>
      No sign-in with Google is waiting here. Please start again.
    </Banner>
  )
}

function TermsForm({ pending, onSignedIn, onSecondFactor }: GoogleTermsProps & { pending: PendingTerms }) {
  const [isAccepted, setIsAccepted] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const complete = useMutation({
    mutationFn: () => {
      const { termsVersion, privacyVersion } = ACCOUNT
      return call(api.completeGoogleAuth, { body: { token: pending.token, termsVersion, privacyVersion } })
    },
    onSuccess: (opened) => {
      toastSuccess(messages.google.signedIn)
      onSignedIn(opened)
    },
    onError: (error) => {
      if (isApiError(error) && error.pendingSignIn !== null) onSecondFactor(error.pendingSignIn)
    },
  })

  return (
    <Form
      name="google-terms"
      onSubmit={() => {
        setIsMissing(!isAccepted)
        if (isAccepted) complete.mutate()
        else toastError(messages.google.termsNotAccepted, { id: 'terms-not-accepted' })
      }}
    >
      {complete.isError ? (
        <ErrorBanner>{failureText(complete.error)}</ErrorBanner>
      ) : (
        <p className="text-ink-2">{messages.google.termsNeeded}</p>
      )}
      <p className="wrap-anywhere">
        Your account: <strong>{pending.email}</strong>
      </p>
      <Checkbox
        label={<TermsLabel />}
        checked={isAccepted}
        error={isMissing && !isAccepted ? messages.account.termsRequired : undefined}
        onChange={(event) => setIsAccepted(event.target.checked)}
      />
      <Button type="submit" variant="primary" busy={complete.isPending}>
        Continue
      </Button>
    </Form>
  )
}

/** The terms may have changed since the page was loaded; anything else is for a new start. */
const failureText = (error: Error): string =>
  isApiError(error, 'rule_broken') ? error.message : messages.google.notCompleted
