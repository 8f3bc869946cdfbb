import { api, type NewSession, type PendingSignIn } from '@bidwell/contract'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { FactorForm } from './FactorForm.tsx'

type SecondFactorStepProps = {
  /** From the sign-in's failure `second_factor_required`. */
  pending: PendingSignIn
  onSignedIn: (session: NewSession) => void
  /** The user starts again with the password, also when the sign-in has expired. */
  onStartAgain: (reason: string | null) => void
}

/** The second step of signing in: a code, a recovery code or a passkey. */
export function SecondFactorStep({ pending: { challenge, methods }, onSignedIn, onStartAgain }: SecondFactorStepProps) {
  return (
    <section aria-label="Second factor" className="flex flex-col gap-2">
      <FactorForm
        methods={methods}
        submitLabel="Sign in"
        passkeyOptions={async () => (await call(api.beginPasskeySignIn, { body: { challenge } })).data.options}
        submit={async (factor) => {
          try {
            return await call(api.completeSignIn, { body: { challenge, factor } })
          } catch (error) {
            if (isApiError(error, 'challenge_expired')) onStartAgain(error.message)
            throw error
          }
        }}
        onSuccess={onSignedIn}
      />
      <Button variant="quiet" onClick={() => onStartAgain(null)}>
        Start again
      </Button>
    </section>
  )
}
