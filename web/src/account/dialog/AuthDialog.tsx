import { messages, type NewSession, type PendingSignIn } from '@bidwell/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { reportDeletion } from '../../session/report-kept-account.ts'
import { signIn, useSession } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { dismiss, toastError, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { SecondFactorStep } from '../factor/SecondFactorStep.tsx'
import { setPendingTerms } from '../google/google-state.ts'
import { trackAbandoned, trackLeaving, trackResolved } from '../sign-in-trail.ts'
import { clearAttempts } from '../sign-in/sign-in-attempt-store.ts'
import { authPanel } from './auth-panel.tsx'
import { type AuthMode, presetEmail, usePresetEmail, useSignInPurpose } from './open-auth-dialog.ts'
import { pageAfterSignIn } from './page-after-sign-in.ts'

type AuthDialogProps = {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  onClose: () => void
}

/** The dialog for everything that happens before a user is signed in. */
export function AuthDialog({ mode, onMode, onClose }: AuthDialogProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  const email = usePresetEmail()
  const purpose = useSignInPurpose()
  const isSignedIn = useSession().kind === 'signed-in'
  const [pending, setPending] = useState<PendingSignIn | null>(null)

  const goTo = (page: string) => void navigate(page, { replace: true })
  const onSignedIn = (opened: NewSession) => {
    clearAttempts()
    trackResolved()
    dismiss('login-failed')
    signIn(opened.token)
    reportDeletion(opened)
    goTo(pageAfterSignIn(location))
  }
  const { title, description, form, other } = authPanel(mode, {
    email,
    purpose,
    token: params.get('token'),
    onSignedIn,
    onSecondFactor: setPending,
    onRegistered: ({ token, email: registered, message = messages.account.created }) => {
      signIn(token)
      toastSuccess(message)
      const isMailed = message !== messages.account.createdWithoutEmail
      const waiting = `/verify-email?${new URLSearchParams({ email: registered }).toString()}`
      goTo(isMailed ? waiting : pageAfterSignIn(location))
    },
    switchTo: (next, typed) => {
      presetEmail(typed)
      onMode(next)
    },
  })

  useAbandoning()
  const formArea = useFocusedForm(mode)

  if (pending !== null) {
    return (
      <Dialog onClose={onClose} title="Confirm that it is you" ignoreOutsideClicks>
        <SecondFactorStep
          pending={pending}
          onSignedIn={onSignedIn}
          onStartAgain={(reason) => {
            setPending(null)
            if (reason !== null) toastError(reason, { id: 'login-failed' })
          }}
        />
      </Dialog>
    )
  }
  return (
    <Dialog onClose={onClose} title={title} description={description} ignoreOutsideClicks>
      <div ref={formArea} key={mode}>
        {form}
      </div>
      {!isSignedIn && (
        <div className="mt-6 flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-4 text-ink-2">
          {other.question}
          <Button variant="quiet" onClick={() => onMode(other.mode)}>
            {other.label}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Whoever leaves the dialog, or the page, without signing in has given up. */
function useAbandoning() {
  useEffect(() => {
    window.addEventListener('pagehide', trackLeaving)
    return () => {
      window.removeEventListener('pagehide', trackLeaving)
      trackAbandoned()
      setPendingTerms(null)
    }
  }, [])
}

/** Focuses the first field of the form after a change of mode: when the dialog opens, it sets the focus itself. */
function useFocusedForm(mode: AuthMode) {
  const formArea = useRef<HTMLDivElement>(null)
  const shownMode = useRef(mode)
  useEffect(() => {
    if (shownMode.current !== mode) formArea.current?.querySelector('input')?.focus()
    shownMode.current = mode
  }, [mode])
  return formArea
}
