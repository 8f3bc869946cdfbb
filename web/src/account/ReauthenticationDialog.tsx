import { api, messages, type ProofMethod, type SecondFactorMethod } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { FactorForm } from './factor/FactorForm.tsx'
import { useGoogleSettings } from './google/google-settings-query.ts'
import { GoogleButton } from './google/GoogleButton.tsx'
import { AccountPasswordField } from './password/AccountPasswordField.tsx'

type ReauthenticationDialogProps = { onSuccess: () => void; onClose: () => void }

const isSecondFactor = (method: ProofMethod): method is SecondFactorMethod =>
  method !== 'password' && method !== 'google'

/** Asks the user to prove who they are, in one of the ways that their account has. */
export function ReauthenticationDialog({ onSuccess, onClose }: ReauthenticationDialogProps) {
  const methods = useQuery({
    queryKey: ['proof-methods'],
    queryFn: async ({ signal }) => (await call(api.readProofMethods, { signal })).data.methods,
    // A second factor may have been set up in another tab a moment ago.
    staleTime: 0,
    gcTime: 0,
  })

  return (
    <Dialog ignoreOutsideClicks onClose={onClose} title="Is it you?" description={messages.endingSession.proofRequired}>
      <LoadState query={methods} skeleton="h-28" />
      {methods.isSuccess && <Proof methods={methods.data} onSuccess={onSuccess} />}
    </Dialog>
  )
}

function Proof({ methods, onSuccess }: { methods: readonly ProofMethod[]; onSuccess: () => void }) {
  const secondFactors = methods.filter(isSecondFactor)
  if (secondFactors.length === 0) {
    return (
      <>
        {methods.includes('google') && <GoogleProof onSuccess={onSuccess} />}
        {methods.includes('password') && <PasswordProof onSuccess={onSuccess} />}
      </>
    )
  }
  return (
    <FactorForm
      methods={secondFactors}
      submitLabel="Continue"
      passkeyOptions={async () => (await call(api.beginPasskeyProof)).data.options}
      submit={(factor) => call(api.proveIdentity, { body: factor })}
      onSuccess={onSuccess}
    />
  )
}

function PasswordProof({ onSuccess }: { onSuccess: () => void }) {
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // The field appears after the dialog has opened and taken the focus.
  useEffect(() => input.current?.focus(), [])
  const confirm = useMutation({
    mutationFn: () => call(api.proveIdentity, { body: { method: 'password', password } }),
    onSuccess,
  })
  return (
    <Form name="proof" onSubmit={() => confirm.mutate()}>
      <AccountPasswordField
        label="Bidwell password"
        name="password"
        autoComplete="current-password"
        ref={input}
        value={password}
        error={confirm.isError ? errorTextOf(confirm.error) : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={confirm.isPending} disabled={password === ''}>
        Continue
      </Button>
    </Form>
  )
}

/** The server's text for a failed sign-in names the e-mail too, which nobody typed here. */
const errorTextOf = (error: unknown): string =>
  isApiError(error, 'login_failed') ? messages.endingSession.passwordWrong : messageOf(error)

/** Asks the user to choose the Google account again that signs in to this account. */
function GoogleProof({ onSuccess }: { onSuccess: () => void }) {
  const settings = useGoogleSettings()
  const [isUnavailable, setIsUnavailable] = useState(false)
  const prove = useMutation({
    mutationFn: (token: string) => call(api.proveWithGoogle, { body: { token } }),
    onSuccess,
  })
  const failure = isUnavailable ? messages.google.unavailable : prove.isError ? messageOf(prove.error) : null
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && <ErrorBanner>{failure}</ErrorBanner>}
      {settings !== null && (
        <GoogleButton
          settings={settings}
          text="continue_with"
          onToken={(token) => prove.mutate(token)}
          onUnavailable={() => setIsUnavailable(true)}
        />
      )}
    </div>
  )
}
