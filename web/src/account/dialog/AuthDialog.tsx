import { messages } from '@bidwell/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { signIn } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../../ui/toasts/toasts.tsx'
import { GoogleTerms } from '../google/GoogleTerms.tsx'
import { LoginForm } from '../login/LoginForm.tsx'
import { RegisterForm } from '../register/RegisterForm.tsx'
import { ForgotPasswordForm } from '../reset/ForgotPasswordForm.tsx'
import { ResetPassword } from '../reset/ResetPassword.tsx'
import { ResendVerification } from '../verification/ResendVerification.tsx'
import { presetEmail, usePresetEmail } from './dialog-email.ts'
import type { AuthMode } from './open-auth-dialog.ts'
import { pageAfterLogin } from './page-after-login.ts'

type AuthDialogProps = {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  onClose: () => void
}

type Panel = {
  title: string
  description?: string
  form: ReactNode
  /** The way to another mode, below the form. */
  other: { mode: AuthMode; label: string; question?: string }
}

const BACK_TO_LOGIN = { mode: 'login', label: 'Back to sign in' } as const

/** The dialog for everything that happens before a user is signed in. */
export function AuthDialog({ mode, onMode, onClose }: AuthDialogProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  const email = usePresetEmail()

  const go = (page: string) => void navigate(page, { replace: true })
  const onSignedIn = (token: string) => {
    signIn(token)
    go(pageAfterLogin(location))
  }
  const switchTo = (next: AuthMode, typedEmail: string) => {
    presetEmail(typedEmail)
    onMode(next)
  }

  const panelOf = (): Panel => {
    switch (mode) {
      case 'login':
        return {
          title: 'Sign in',
          form: (
            <LoginForm
              email={email}
              onSignedIn={onSignedIn}
              onForgotPassword={(typed) => switchTo('forgotPassword', typed)}
            />
          ),
          other: { mode: 'register', label: 'Create an account', question: 'No account yet?' },
        }
      case 'register':
        return {
          title: 'Create an account',
          form: (
            <RegisterForm
              email={email}
              onRegistered={({ token, email: registered, message = messages.account.created }) => {
                signIn(token)
                toastSuccess(message)
                const isMailed = message === messages.account.created
                const waiting = `/verify-email?${new URLSearchParams({ email: registered }).toString()}`
                go(isMailed ? waiting : pageAfterLogin(location))
              }}
            />
          ),
          other: { mode: 'login', label: 'Sign in instead', question: 'Have an account?' },
        }
      case 'verifyEmail':
        return {
          title: 'Verify your email',
          description: 'We send you a link. Open it, and we know that the address is yours.',
          form: <ResendVerification email={email} />,
          other: BACK_TO_LOGIN,
        }
      case 'forgotPassword':
        return {
          title: 'Reset your password',
          description: 'We send you a link that sets a new password.',
          form: <ForgotPasswordForm email={email} />,
          other: BACK_TO_LOGIN,
        }
      case 'resetPassword':
        return {
          title: 'Choose a new password',
          form: <ResetPassword token={params.get('token')} onDone={(account) => switchTo('login', account)} />,
          other: BACK_TO_LOGIN,
        }
      case 'googleTerms':
        return {
          title: 'One last step',
          form: <GoogleTerms />,
          other: BACK_TO_LOGIN,
        }
    }
  }
  const { title, description, form, other } = panelOf()

  const formArea = useRef<HTMLDivElement>(null)
  const shownMode = useRef(mode)
  useEffect(() => {
    // Only after a change of mode: when the dialog opens, it sets the focus itself.
    if (shownMode.current !== mode) formArea.current?.querySelector('input')?.focus()
    shownMode.current = mode
  }, [mode])

  return (
    <Dialog onClose={onClose} title={title} description={description} ignoreOutsideClicks>
      <div ref={formArea} key={mode}>
        {form}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-4 text-ink-2">
        {other.question}
        <Button variant="quiet" onClick={() => onMode(other.mode)}>
          {other.label}
        </Button>
      </div>
    </Dialog>
  )
}
