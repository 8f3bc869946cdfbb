import { messages, type NewSession, type PendingSignIn, type SignedInUser } from '@bidwell/contract'
import { useRef, useState } from 'react'
import { claimsOf, storeToken } from '../../api/session-token.ts'
import { interruptedAction } from '../../session/recovery-snapshot.ts'
import { signOut } from '../../session/session.ts'
import { setSignInAgainFlag } from '../../session/use-recovery.ts'
import { isLastOrderUnanswered } from '../../session/writes-answered.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ShieldCheck, TriangleAlert } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { SecondFactorStep } from '../factor/SecondFactorStep.tsx'
import { setPendingTerms } from '../google/google-state.ts'
import { GoogleTerms } from '../google/GoogleTerms.tsx'
import { SignInAgain } from './SignInAgain.tsx'

type Step = { kind: 'sign-in' } | { kind: 'second-factor'; pending: PendingSignIn } | { kind: 'terms' }

/** Asks the user to sign in again while the page stays as it is. Closing the dialog signs out. */
export function SessionExpiredDialog({ user, remember }: { user: SignedInUser; remember: boolean }) {
  const [{ tone, message }] = useState(whatWasNotDone)
  const [step, setStep] = useState<Step>({ kind: 'sign-in' })
  const passwordInput = useRef<HTMLInputElement | null>(null)
  const outcomes = {
    onSignedIn: (opened: NewSession) => returnToPage(opened, user),
    onSecondFactor: (pending: PendingSignIn) => setStep({ kind: 'second-factor', pending }),
  }
  const startAgain = () => {
    setPendingTerms(null)
    setStep({ kind: 'sign-in' })
  }

  return (
    <Dialog
      ignoreOutsideClicks
      staysOnTop
      onClose={signOut}
      title={messages.endingSession.loginRequired}
      initialFocus={passwordInput}
    >
      <div className="mb-4 flex flex-col gap-3">
        <Banner tone="success" icon={ShieldCheck}>
          {messages.endingSession.bidsDoNotDependOnIt}
        </Banner>
        <Banner tone={tone === 'error' ? 'danger' : 'warning'} icon={TriangleAlert}>
          {message}
        </Banner>
      </div>
      {step.kind === 'sign-in' && (
        <SignInAgain
          {...{ user, remember }}
          passwordRef={(input) => {
            passwordInput.current = input
          }}
          {...outcomes}
          onTermsNeeded={() => setStep({ kind: 'terms' })}
          onSignOut={signOut}
        />
      )}
      {step.kind === 'second-factor' && (
        <SecondFactorStep
          pending={step.pending}
          onSignedIn={outcomes.onSignedIn}
          onStartAgain={(reason) => {
            startAgain()
            if (reason !== null) toastError(reason, { id: 'login-failed' })
          }}
        />
      )}
      {step.kind === 'terms' && (
        <>
          <GoogleTerms {...outcomes} />
          <Button variant="quiet" onClick={startAgain}>
            Start again
          </Button>
        </>
      )}
    </Dialog>
  )
}

const whatWasNotDone = () =>
  isLastOrderUnanswered() ? messages.sessionExpired.unanswered : messages.sessionExpired.byAction[interruptedAction()]

/**
 * Stores the new session and loads the page again. When another user has signed in, it first deletes all
 * that the browser keeps of the former one, whose page it leaves.
 */
function returnToPage({ token, deletion_cancelled }: NewSession, former: SignedInUser) {
  const isSameUser = claimsOf(token)?.sub === former.id
  if (!isSameUser) signOut()
  storeToken(token)
  setSignInAgainFlag({ keptAccount: deletion_cancelled })
  if (isSameUser) window.location.reload()
  else window.location.assign('/dashboard')
}
